"""Truco de 22 cartas, the Puerto Rican truco with flor and envite."""
