"""Judging Palanquée: what was played between two boards, and what is wrong with one."""
