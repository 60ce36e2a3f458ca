// The dates of a printed sheet, as its language writes them.

import { dayOf } from './dom.js';

for (const time of document.querySelectorAll('time')) time.textContent = dayOf(time.dateTime);
