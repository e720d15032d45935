import type { DemoPlan } from '../plan.ts'
import { AUTOMATIONS } from './automations.ts'
import { CERTIFICATES } from './certificates.ts'
import { CHECKLISTS } from './checklists.ts'
import { DIRECTORIES } from './directories.ts'
import { DUPLICATE_REPORTS, IMPORTS } from './imports.ts'
import { GROUPS, ORGANISATIONS } from './organisations.ts'
import { OVERVIEWS } from './overviews.ts'
import { PEOPLE } from './people.ts'
import { PICTURES } from './pictures.ts'
import { HOLDING_COMPANIES, PARTNERS, PORTFOLIOS, PROJECTS } from './portfolios.ts'
import { QUESTION_LOGS } from './questions.ts'
import { greatPlains } from './rooms/great-plains.ts'
import { meridianRooms } from './rooms/meridian.ts'
import { prairieSun } from './rooms/prairie-sun.ts'
import { republicanValley } from './rooms/republican-valley/index.ts'
import { segueOthers } from './rooms/segue-others.ts'
import { TICKETS } from './tickets.ts'

/** The password of all people of the demo. */
export const DEMO_PASSWORD = 'Daylight-2026'

/** All that the demo holds. Files are made when their `make` is called, not before. */
export const demoPlan = (): DemoPlan => ({
  password: DEMO_PASSWORD,
  organisations: ORGANISATIONS,
  people: Object.values(PEOPLE),
  pictures: PICTURES,
  portfolios: PORTFOLIOS,
  holdingCompanies: HOLDING_COMPANIES,
  projects: PROJECTS,
  partners: PARTNERS,
  groups: GROUPS,
  trees: [republicanValley(), ...prairieSun(), ...greatPlains(), ...segueOthers(), ...meridianRooms()],
  tickets: TICKETS,
  imports: IMPORTS,
  directories: DIRECTORIES,
  automations: AUTOMATIONS,
  duplicateReports: DUPLICATE_REPORTS,
  checklists: CHECKLISTS,
  logs: QUESTION_LOGS,
  overviews: OVERVIEWS,
  certificates: CERTIFICATES,
})
