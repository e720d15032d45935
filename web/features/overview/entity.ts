import type { Permission } from '../../../shared/permissions.ts'

/** The fund entity whose overview is shown. */
export interface OverviewEntity {
  readonly id: string
  readonly type: 'PORTFOLIO' | 'HOLDING_COMPANY'
  readonly name: string
  readonly slug: string
  readonly permissions: readonly Permission[]
  /** Of its pages: `/portfolios/prairie-sun/overview`. */
  readonly address: string
  /** Whether nothing can be changed here, by whomever (STAGE-09). */
  readonly isReadOnly?: boolean
}

/** Whether the person adds, changes and removes pages and timelines (SUBP-32, TIME-13). */
export const editsOverview = ({ permissions, isReadOnly = false }: OverviewEntity): boolean =>
  permissions.includes('DEALROOM_ADMIN') && !isReadOnly

/** The entity as mutations name it. */
export const subjectOf = ({ id, type }: OverviewEntity) => ({ subjectId: id, subjectType: type })
