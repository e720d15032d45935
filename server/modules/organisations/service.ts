import {
  type DisplayStyle,
  type OrganizationKind,
  SEGUE_STATUS_LABELS,
  USUAL_STATUS_LABELS,
} from '../../../shared/enumerations.ts'
import { isReserved, slugOf } from '../../../shared/slugs.ts'
import { badInput } from '../../access/errors.ts'
import type { Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'

/** The organisation whose label set and display style the specification fixes (ORG-38, ORG-40). */
const SEGUE = 'segue-infra'

export interface NewOrganisation {
  name: string
  /** Made from the name where left out. */
  slug?: string
  kind?: OrganizationKind
  /** By the slug where left out (ORG-41). */
  displayStyle?: DisplayStyle
  documentLabels?: boolean
  copilot?: boolean
}

/**
 * Creates an organisation with its label set (ORG-39). Its roles come from the module of memberships, which joins in
 * where staff make one.
 * @throws BAD_USER_INPUT for a slug that the product's own addresses use (ORG-43)
 */
export async function createOrganisation(tx: Tx, input: NewOrganisation): Promise<string> {
  const slug = input.slug ?? slugOf(input.name)
  if (slug === '' || isReserved(slug)) {
    throw badInput(`"${slug}" can't be an organisation's address. Please choose another.`)
  }
  const id = newId()
  const segue = slug === SEGUE
  await tx
    .insertInto('organisation')
    .values({
      id,
      name: input.name,
      slug,
      kind: input.kind ?? 'INVESTOR',
      display_style: input.displayStyle ?? (segue ? 'MW' : 'KW'),
      document_labels: input.documentLabels ?? false,
      copilot: input.copilot ?? false,
      status_labels: JSON.stringify(segue ? SEGUE_STATUS_LABELS : USUAL_STATUS_LABELS),
    })
    .execute()
  return id
}
