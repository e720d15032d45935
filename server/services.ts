import type { Accounts } from './modules/accounts/index.ts'
import type { Documents, Zips } from './modules/documents/index.ts'
import type { Funds } from './modules/funds/index.ts'
import type { Organisations } from './modules/organisations/index.ts'
import type { Reporting } from './modules/reporting/index.ts'

/** The modules' doors, composed in app.ts. */
export interface Services {
  accounts: Accounts
  organisations: Organisations
  funds: Funds
  documents: Documents
  zips: Zips
  reporting: Reporting
}
