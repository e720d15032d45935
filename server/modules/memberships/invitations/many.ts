import { normaliseEmail } from '../../../../shared/accountRules.ts'
import { ALREADY_INVITED, NO_GROUP } from '../../../../shared/peopleRules.ts'
import { isPeopleColumn, MAX_LISTED } from '../../../../shared/peopleSheet.ts'
import { tidyText } from '../../../../shared/texts.ts'
import type { Actor } from '../../../access/actor.ts'
import { badInput } from '../../../access/errors.ts'
import type { UploadedFile } from '../../../contracts/uploadedFile.ts'
import {
  cellText,
  formulaErrorsByRow,
  formulaErrorText,
  readUploadedSheet,
  type SheetRule,
} from '../../../contracts/uploadedSheet.ts'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import type { SheetReader } from '../../../platform/spreadsheets/read/index.ts'
import { personsByIds } from '../../accounts/index.ts'
import { recordBy } from '../../activity/index.ts'
import type { Organisations } from '../../organisations/index.ts'
import { administered, changePeople } from '../core/administered.ts'
import { type GroupRow, groupsByNames, groupsOfOrganisation } from '../core/groups.ts'
import { invitationSubject } from '../core/record.ts'
import { mayFill } from '../policy.ts'
import { problemsOf, sendInvitations, tidied } from './invitations.ts'
import { insertInvitations, invitedAmong } from './store.ts'

/** A person of a list. */
export interface Listed {
  firstName: string
  lastName: string
  email: string
  title?: string | null | undefined
  group?: string | null | undefined
}

export interface ListAnswer {
  invited: number[]
  faults: { index: number; message: string }[]
}

interface List {
  /** For those without a group's name. */
  groupId?: string | null | undefined
  people: readonly Listed[]
}

export interface ManyInvitations {
  /** @throws as `administered`; BAD_USER_INPUT for more than 500 people */
  check(actor: Actor, orgSlug: string, list: List): Promise<ListAnswer>
  /** @throws as check */
  invite(actor: Actor, orgSlug: string, list: List): Promise<ListAnswer>
  /** The first sheet of a file. @throws as `administered`; BAD_USER_INPUT for a file that can't be read */
  readSheet(actor: Actor, orgSlug: string, file: UploadedFile): Promise<string[][]>
}

const SHEET: SheetRule = {
  kinds: { xlsx: 'xlsx', csv: 'csv' },
  maxBytes: 5_242_880,
  tooLarge: 'This file is larger than 5 MB. Please split the list.',
  limits: { rows: MAX_LISTED * 4, cells: MAX_LISTED * 100 },
}

/** What is wrong with people of a list, by index; the others with the group that each comes into. */
async function validateInvitees(
  db: Connection,
  actor: Actor,
  organisationId: string,
  { groupId, people }: List,
): Promise<{ errors: Map<number, string>; groups: Map<number, GroupRow> }> {
  const emails = people.map(({ email }) => normaliseEmail(email))
  const invited = await invitedAmong(db, organisationId, emails)
  const [self] = await personsByIds(db, [actor.personId])
  const named = await groupsByNames(
    db,
    organisationId,
    people.flatMap(({ group }) => tidyText(group ?? '') || []),
  )
  const [common] = groupId && isId(groupId) ? await groupsOfOrganisation(db, organisationId, [groupId]) : []
  const firstAt = new Map<string, number>()
  const errors = new Map<number, string>()
  const groups = new Map<number, GroupRow>()
  for (const [index, person] of people.entries()) {
    const email = emails[index] ?? ''
    const name = tidyText(person.group ?? '')
    const group = name === '' ? common : named.get(name.toLowerCase())
    const before = firstAt.get(email)
    const { firstName, lastName, title } = person
    const [problem] = Object.values(problemsOf({ firstName, lastName, email, title: title ?? '' })).filter(
      Boolean,
    )
    const error =
      problem ??
      (before !== undefined ? `This email is in row ${before + 1} as well.` : null) ??
      (email === self?.email ? 'This is your own email.' : null) ??
      (invited.has(email) ? ALREADY_INVITED : null) ??
      (group ? null : name === '' ? NO_GROUP : `There is no group "${name}".`) ??
      (group && !mayFill(actor, group)
        ? `You can’t add people to ${group.name}, as its role administers more than yours.`
        : null)
    if (before === undefined) firstAt.set(email, index)
    if (error) errors.set(index, error)
    else if (group) groups.set(index, group)
  }
  return { errors, groups }
}

const answerOf = (errors: ReadonlyMap<number, string>, invited: number[]): ListAnswer => ({
  invited,
  faults: [...errors].map(([index, message]) => ({ index, message })),
})

function requireFew({ people }: List): void {
  if (people.length > MAX_LISTED) {
    throw badInput(`At most ${MAX_LISTED} people can be invited together. Please split the list.`)
  }
}

export const createManyInvitations = ({
  db,
  organisations,
  reader,
}: {
  db: Database
  organisations: Organisations
  reader: SheetReader
}): ManyInvitations => ({
  check: async (actor, orgSlug, list) => {
    const { id } = await administered(organisations, actor, orgSlug)
    requireFew(list)
    return answerOf((await validateInvitees(db, actor, id, list)).errors, [])
  },
  invite: async (actor, orgSlug, list) => {
    const { id: organisationId } = await administered(organisations, actor, orgSlug)
    requireFew(list)
    return changePeople(db, actor, organisationId, async (tx, now) => {
      const { errors, groups } = await validateInvitees(tx, now, organisationId, list)
      const good = [...groups].flatMap(([index, group]) => {
        const person = list.people[index]
        return person ? [{ index, person, groupId: group.id, email: normaliseEmail(person.email) }] : []
      })
      if (good.length === 0) return answerOf(errors, [])
      const sentAt = new Date()
      const ids = await insertInvitations(
        tx,
        good.map(({ person, groupId, email }) => ({
          ...tidied(person),
          organisationId,
          email,
          groupId,
          invitedBy: now.personId,
          sentAt,
        })),
      )
      await recordBy(
        tx,
        now,
        good.map(({ email, groupId }, at) => ({
          kind: 'INVITE',
          organisationId,
          subject: invitationSubject(ids[at] ?? ''),
          detail: { email, groupId },
        })),
      )
      await sendInvitations(
        tx,
        now,
        good.map(({ email }, at) => ({ id: ids[at] ?? '', email })),
      )
      return answerOf(
        errors,
        good.map(({ index }) => index),
      )
    })
  },
  readSheet: async (actor, orgSlug, file) => {
    await administered(organisations, actor, orgSlug)
    const [sheet] = await readUploadedSheet(reader, file, SHEET)
    const rows = (sheet?.rows ?? []).map((row) => row.map(cellText))
    const [formulaError] =
      (sheet && [...formulaErrorsByRow(sheet, isPeopleColumn(rows)).values()].flat()) ?? []
    if (formulaError) {
      throw badInput(
        `Row ${formulaError.row + 1}, column ${formulaError.column + 1}: ${formulaErrorText(formulaError)}`,
      )
    }
    return rows
  },
})
