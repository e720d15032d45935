import { grants, type HeldPermissions } from '../../graphql/access.ts'

/** The fund entity whose overview is shown. */
export interface OverviewEntity extends HeldPermissions {
  readonly id: string
  readonly type: 'PORTFOLIO' | 'HOLDING_COMPANY'
  readonly name: string
  readonly slug: string
  /** Of its pages: `/portfolios/prairie-sun/overview`. */
  readonly address: string
  /** Whether nothing can be changed here, by whomever (STAGE-09). */
  readonly isReadOnly?: boolean
}

/** Whether the person adds, changes and removes pages and timelines (SUBP-32, TIME-13). */
export const editsOverview = (entity: OverviewEntity): boolean =>
  grants(entity, 'DEALROOM_ADMIN') && !entity.isReadOnly

/** The entity as mutations name it. */
export const subjectOf = ({ id, type }: OverviewEntity) => ({ subjectId: id, subjectType: type })
