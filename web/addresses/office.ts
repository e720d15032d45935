import { BACK_OFFICE } from './pages.ts'

/** The address of the records of one kind in the back office, by the kind's path. */
export const recordsAddress = (path: string): string => `${BACK_OFFICE}/${path}`

/** The address of one record in the back office. */
export const recordAddress = (path: string, id: string): string => `${recordsAddress(path)}/${id}/change`

/** The address of a form for a new record in the back office. */
export const newRecordAddress = (path: string): string => `${recordsAddress(path)}/add`

/** Where the back office keeps an entity (PORT-19, HOLD-16). */
export const contentAddress = (kind: 'portfolio' | 'holdingcompany', id: string): string =>
  recordAddress(`portfolios/${kind}`, id)

/** The address of the import of projects into a portfolio (PORT-19). */
export const importAddress = (portfolioId: string): string =>
  `${recordsAddress('portfolios/portfolio')}/${portfolioId}/import`

export const SYSTEM_STATUS = recordsAddress('status')
/** The choice of an organisation for a new project (PROJ-17). */
export const NEW_PROJECT_IN_OFFICE = recordsAddress('projects/newproject/')
