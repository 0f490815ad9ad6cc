"""Tests of X-ODUS: rules on positions set up by hand, named after the rule, with the line of the text they follow."""
