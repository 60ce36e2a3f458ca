// What Palagonia and Palagem add to the page: players, dice, actions and scores.

/** Show the panel of this kind of game; empty where the kind has none. */
export function showKindPanel(state) {
  document.getElementById('scores').hidden = !state.players?.length;
}
