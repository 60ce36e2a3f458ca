// The tree of a study's moves: the main line as a row of moves, each branch indented below it.

import { joined } from '../board/board.js';
import { keepFocus, make } from '../common/dom.js';

/** The node at a path; a path is which child at each step. */
export const nodeAt = (tree, path) => path.reduce((node, step) => node?.children[step], tree);

/** The board after a path: what lay at its start, with its moves; at a gap a node tells it whole. */
export const boardAt = (tree, path, start) => path.reduce((board, _, index) => {
  const { board: told, move } = nodeAt(tree, path.slice(0, index + 1));
  return told || joined(board, move);
}, start);

/** The end of the main line from a path on. */
export function endOf(tree, path) {
  const end = [...path];
  for (let node = nodeAt(tree, path); node.children.length; [node] = node.children) end.push(0);
  return end;
}

/** Draw the tree; `goTo(path)` is called for the move that is chosen. */
export function paintTree(place, tree, current, goTo) {
  const list = make('div', 'line');
  line(list, tree, [], current, goTo);
  keepFocus(() => place.replaceChildren(list));
  const here = place.querySelector('[aria-current=true]');
  if (here && place.scrollHeight > place.clientHeight) place.scrollTop += here.getBoundingClientRect().top - place.getBoundingClientRect().top - place.clientHeight / 2;
}

function line(place, node, path, current, goTo) {
  while (node.children.length) {
    const [main, ...others] = node.children;
    place.append(move(main, [...path, 0], current, goTo));
    if (main.comment) place.append(comment(main.comment));
    others.forEach((other, index) => {
      const at = [...path, index + 1];
      const branch = make('div', 'line branch', move(other, at, current, goTo));
      if (other.comment) branch.append(comment(other.comment));
      line(branch, other, at, current, goTo);
      place.append(branch);
    });
    node = main;
    path = [...path, 0];
  }
}

function move(node, path, current, goTo) {
  const button = make('button', `move ${node.who}`, make('b', '', path.length), node.move, node.glyph && make('b', 'sign', node.glyph));
  button.setAttribute('aria-label', [path.length, node.colour, node.move, node.glyph, node.gap, node.ends].filter(Boolean).join(' '));
  button.setAttribute('aria-current', String(String(path) === String(current)));
  button.onclick = () => goTo(path);
  return button;
}

const comment = (text) => make('p', 'noted', text);
