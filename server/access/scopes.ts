import type { PermissionScope } from './actor.ts'
import type { EntityPlace } from './reach.ts'

export type RoomScope = PermissionScope & { kind: 'portfolio' }

interface Entity {
  id: string
  organisationId: string
}

/** Where permissions on a deal room are held. */
export const roomScope = ({ id, organisationId }: Entity): RoomScope => ({
  kind: 'portfolio',
  organisationId,
  portfolioId: id,
})

/** Where permissions on a holding company are held. */
export const companyScope = ({
  id,
  organisationId,
}: Entity): PermissionScope & { kind: 'holdingCompany' } => ({
  kind: 'holdingCompany',
  organisationId,
  holdingCompanyId: id,
})

interface OwnedByRoom {
  organisationId: string
  portfolioId: string
}

interface Owned {
  organisationId: string
  portfolioId: string | null
  holdingCompanyId: string | null
}

/** Where permissions on what belongs to a deal room, to a holding company, or to the organisation alone are held. */
export function scopeOf(row: OwnedByRoom): RoomScope
export function scopeOf(row: Owned): PermissionScope
export function scopeOf({
  organisationId,
  portfolioId,
  holdingCompanyId = null,
}: Omit<Owned, 'holdingCompanyId'> & Partial<Owned>): PermissionScope {
  if (portfolioId) return roomScope({ id: portfolioId, organisationId })
  if (holdingCompanyId) return companyScope({ id: holdingCompanyId, organisationId })
  return { kind: 'organisation', organisationId }
}

/** The same of what never belongs to the organisation alone. */
export const entityScope = ({
  organisationId,
  portfolioId,
  companyId,
}: {
  organisationId: string
  portfolioId: string | null
  companyId: string | null
}): EntityPlace =>
  portfolioId
    ? roomScope({ id: portfolioId, organisationId })
    : companyScope({ id: companyId ?? '', organisationId })
