"""The two-player game solved: equilibrium, exact best response, how much play loses."""
