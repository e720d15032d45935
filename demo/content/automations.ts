import type { DemoAutomation } from '../plan.ts'
import { SEGUE } from './organisations.ts'
import { PEOPLE } from './people.ts'

/** Whoever tries them makes a token of their own, and types the address of their own server (TOKEN-01, TOKEN-11). */
export const AUTOMATIONS: readonly DemoAutomation[] = [
  {
    organisation: SEGUE,
    by: PEOPLE.orgAdmin.email,
    token: 'Nightly file index (an example)',
    url: 'https://type-the-address-of-your-server.example/helioroom',
    events: ['document.published', 'question.asked'],
    at: '2026-02-16T08:30:00.000Z',
  },
]
