"""Edge of Extinction: planetary upgrades, combat cards and tactics."""
