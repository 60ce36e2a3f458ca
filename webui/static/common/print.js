// A sheet is printed at a tap: not every browser of a phone shows where else.

import { on } from './dom.js';

on('print', () => window.print());
