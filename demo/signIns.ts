import { DEMO_PASSWORD } from './content/index.ts'
import { PEOPLE, type PersonKey } from './content/people.ts'

const ROLES: readonly (readonly [PersonKey, string])[] = [
  ['super', 'super user, and admin of both organisations'],
  ['orgAdmin', 'admin of Segue Infrastructure'],
  ['usersAdmin', 'admin of its people'],
  ['dealAdmin', 'admin of one deal room and its documents'],
  ['contributor', 'edits documents, answers questions'],
  ['viewer', 'reads: a lender'],
  ['bidder', 'a bidder, with a rival in the same room'],
  ['reports', 'reads reports only'],
  ['assetManager', 'runs O&M and its documents'],
  ['analyst', 'reads reports and O&M'],
  ['newcomer', 'invited, has no account yet: open the link below'],
  ['outsider', 'no permission anywhere'],
  ['member2', 'member of both organisations'],
]

/** Who may sign in to the demo, for the screen of whoever started it. */
export const SIGN_INS = [
  `Demo people, all but the newcomer with the password ${DEMO_PASSWORD}:`,
  ...ROLES.map(([key, role]) => `  ${PEOPLE[key].email.padEnd(26)} ${role}`),
].join('\n')
