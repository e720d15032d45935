import { grants, type HeldPermissions } from '../../../graphql/access.ts'
import type { LinkTab } from '../../../ui/index.ts'

/** A tab of a fund entity's page, with its gate. */
export interface EntityTab<Entity> {
  readonly key: string
  readonly label: string
  /** Below the entity's address. */
  readonly path: string
  readonly open: (entity: Entity) => boolean
  /** Whether it stands under 'More'. */
  readonly more?: (entity: Entity) => boolean
}

/** In the Admin menu of portfolios and holding companies, for users admins (PORT-07, PORT-20, HOLD-09). */
export const USERS_AND_GROUPS: EntityTab<HeldPermissions> = {
  key: 'deal-teams',
  label: 'Users & Groups',
  path: 'deal-teams',
  open: (entity) => grants(entity, 'USERS_ADMIN'),
}

/** The Q&A logs of portfolios and holding companies (PORT-06, PORT-40, HOLD-10, HOLD-15, QA-37). */
export const QUESTIONS: EntityTab<HeldPermissions & { readonly enableQAndA: boolean }> = {
  key: 'q-and-a',
  label: 'Q&A',
  path: 'q-and-a',
  open: (entity) => entity.enableQAndA && grants(entity, 'QUESTIONS_VIEW'),
}

/** The tabs that the person may open, in their order. */
export const openTabs = <Entity>(
  tabs: readonly EntityTab<Entity>[],
  entity: Entity,
  address: string,
): readonly LinkTab[] =>
  tabs
    .filter((tab) => tab.open(entity))
    .map(({ key, label, path, more }) => ({
      key,
      label,
      to: `${address}/${path}`,
      ...(more?.(entity) && { more: true }),
    }))

/** The tab that an address belongs to: its own page, or one below. */
export const tabAt = (tabs: readonly LinkTab[], pathname: string): LinkTab | undefined =>
  tabs.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
