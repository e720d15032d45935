import { fullName } from '../../../../shared/personName.ts'
import type { Actor } from '../../../access/actor.ts'
import { reauthorise } from '../../../access/reauthorise.ts'
import type { Exported, SpreadsheetLink } from '../../../contracts/links.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Row } from '../../../platform/spreadsheets/index.ts'
import { personsByIds } from '../../accounts/index.ts'
import type { Organisations } from '../../organisations/index.ts'
import { administered, requireAdministrator } from '../core/administered.ts'
import { groupsOfInvitations, type InvitationRow, invitationPage } from './store.ts'

/** People that are read together. */
const PAGE = 500

const COLUMNS = [
  { header: 'Name', width: 28 },
  { header: 'E-mail', width: 34 },
  { header: 'Company', width: 28 },
  { header: 'Title', width: 28 },
  { header: 'Groups', width: 40 },
  { header: 'Accepted', width: 12 },
  { header: 'Last login', width: 20 },
]

export interface UsersExport {
  /** The people of an organisation as a spreadsheet. @throws as `administered` */
  open(actor: Actor, orgSlug: string): Promise<Exported>
}

export function createUsersExport(db: Database, organisations: Organisations): UsersExport {
  const rowsOf = async (people: readonly InvitationRow[]): Promise<Row[]> => {
    const groups = await groupsOfInvitations(
      db,
      people.map(({ id }) => id),
    )
    const persons = await personsByIds(
      db,
      people.flatMap(({ personId }) => personId ?? []),
    )
    const byId = new Map(persons.flatMap((person) => (person ? [[person.id, person] as const] : [])))
    return people.map((each) => [
      fullName(each),
      each.email,
      each.companyName,
      each.title,
      (groups.get(each.id) ?? []).map(({ name }) => name).join(', '),
      each.personId === null ? 'No' : 'Yes',
      (each.personId === null ? null : byId.get(each.personId)?.lastLoginAt) ?? null,
    ])
  }
  async function* rows(actor: Actor, organisationId: string): AsyncGenerator<Row[]> {
    for (let offset = 0; ; offset += PAGE) {
      // The right may go while the file is on its way.
      await reauthorise(db, actor, requireAdministrator(organisationId))
      const { invitations } = await invitationPage(db, organisationId, {
        search: null,
        accepted: null,
        ordering: { by: 'name', descending: false },
        limit: PAGE,
        offset,
      })
      yield await rowsOf(invitations)
      if (invitations.length < PAGE) return
    }
  }
  return {
    open: async (actor, orgSlug) => {
      const { id, slug } = await administered(organisations, actor, orgSlug)
      return {
        fileName: `${slug}-users-${new Date().toISOString().slice(0, 10)}.xlsx`,
        subject: { organisationId: id },
        spreadsheet: { sheet: 'Users', columns: COLUMNS, rows: rows(actor, id) },
      }
    },
  }
}

/** PPL-28 */
export const usersExportLink = ({ open }: UsersExport): SpreadsheetLink => ({
  kind: 'spreadsheet',
  url: '/:orgSlug/users-export',
  open: (actor, asked) => open(actor, asked.part('orgSlug')),
})
