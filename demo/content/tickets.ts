import type { DemoTicket } from '../plan.ts'
import { PEOPLE } from './people.ts'

/** What people have asked the support for, in order of time. */
export const TICKETS: readonly DemoTicket[] = [
  {
    by: PEOPLE.assetManager.email,
    issue: 'Report of the third quarter is in the wrong folder',
    description: 'I filed it under the second quarter by mistake. May I move it, or do links to it break?',
    at: '2026-11-10T16:42:00.000Z',
    state: 'CLOSED',
  },
  {
    by: PEOPLE.viewer.email,
    issue: 'A colleague needs an account',
    description: `Omar's team has a new analyst who will review the interconnection agreements with me.

Whom do I ask for an invitation: you, or Segue?`,
    at: '2026-11-18T14:05:00.000Z',
    state: 'OPEN',
  },
  {
    by: PEOPLE.counsel.email,
    issue: 'Scanned lease shows without its last pages',
    description: `The preview ends after page 40, and the downloaded file has 46 pages.
I use Firefox on a laptop of the firm.`,
    at: '2026-11-19T21:17:00.000Z',
    state: 'OPEN',
  },
]
