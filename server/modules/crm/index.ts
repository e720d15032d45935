import type { Actor } from '../../access/actor.ts'
import { forbidden } from '../../access/errors.ts'
import type { Spreadsheet } from '../../platform/spreadsheets/index.ts'
import type { Connecting } from './connecting.ts'
import { importTemplate } from './import/template.ts'
import type { Importing } from './importing.ts'
import { connectsApplications } from './policy.ts'
import type { Reporting } from './reporting.ts'

export { type Connecting, createConnecting, revokeJob } from './connecting.ts'
export { createImporting, IMPORTED, type Importing, importJob } from './importing.ts'
export { createReporting, REPORT, type Reporting, reportJob } from './reporting.ts'

/** The CRM: people's connections to it, imports, and reports of duplicates. */
export interface Crm extends Connecting, Importing, Reporting {
  /** The columns that an import takes. @throws FORBIDDEN */
  template(actor: Actor): Spreadsheet
}

export const createCrm = (connecting: Connecting, importing: Importing, reporting: Reporting): Crm => ({
  ...connecting,
  ...importing,
  ...reporting,
  template: (actor) => {
    if (!connectsApplications(actor)) throw forbidden()
    return importTemplate()
  },
})
