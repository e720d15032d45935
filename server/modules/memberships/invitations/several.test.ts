import { beforeEach, expect, test } from 'vitest'
import { statementsOf } from '../../../../testing/statements.ts'
import {
  activities,
  database,
  invitationAt,
  mails,
  make,
  ORG,
  people,
  tokenOf,
  usersAdmin,
  viewer,
  viewers,
} from '../memberships.fixture.ts'

beforeEach(async () => {
  await database.pool.query('delete from invitation where person_id is null')
  await database.pool.query('truncate mail_outbox, notification')
})

const invited = async (...names: string[]): Promise<string[]> => {
  const made = []
  for (const name of names) {
    const invitee = { firstName: name, lastName: 'Salter', email: `${name}@many.example`, groupId: viewers }
    made.push(await people().invitations.invite(usersAdmin, ORG, invitee, new Date('2026-10-01T12:00:00Z')))
  }
  return made.map(({ id }) => id)
}
const chosen = (ids: readonly string[]) => ({ orgSlug: ORG, tokens: ids.map(tokenOf) })

test('invitations that wait are sent again together, five times in ten minutes; what was accepted or is elsewhere is left', async () => {
  const ids = await invited('ann', 'bo', 'cy')
  const member = await invitationAt('viewers@fund.example')
  const several = people().severalInvitations
  const asked = { orgSlug: ORG, tokens: [...ids.map(tokenOf), tokenOf(ids[0] ?? ''), member.token, 'none'] }
  expect(await several.resend(usersAdmin, asked)).toEqual({ done: 3, left: 2 })
  expect((await mails()).map(({ recipient }) => recipient).sort()).toEqual([
    'ann@many.example',
    'bo@many.example',
    'cy@many.example',
  ])
  expect((await activities(ids[1] ?? '')).map(({ kind }) => kind)).toEqual(['INVITE', 'RESEND_INVITATION'])
  for (let time = 0; time < 4; time += 1) await several.resend(usersAdmin, chosen(ids))
  const [more = ''] = await invited('dee')
  expect(await several.resend(usersAdmin, chosen([...ids, more]))).toEqual({ done: 1, left: 3 })
})

test('PPL-20 PPL-25 invitations are deleted together and their links end; a member’s stays', async () => {
  const ids = await invited('ann', 'bo')
  const member = await invitationAt('viewers@fund.example')
  const several = people().severalInvitations
  const answer = await several.remove(usersAdmin, {
    orgSlug: ORG,
    tokens: [...ids.map(tokenOf), member.token],
  })
  expect(answer).toEqual({ done: 2, left: 1 })
  const which = { orgSlug: ORG, token: tokenOf(ids[0] ?? '') }
  await expect(people().invitations.detail(usersAdmin, which)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await activities(ids[0] ?? '')).map(({ kind }) => kind)).toEqual(['INVITE', 'DELETE_INVITATION'])
  const kept = await people().invitations.detail(usersAdmin, { orgSlug: ORG, token: member.token })
  expect(kept.personId).toBe(viewer.personId)
})

test('those of another organisation stay, its admins deal with their own alone, and ten take no more statements than two', async () => {
  const ids = await invited(...Array.from({ length: 12 }, (_, at) => `many${at}`))
  const several = people().severalInvitations
  const otherId = await make.organisation()
  const otherAdmin = await make.person()
  await make.member(await make.group({ organisationId: otherId, role: 'Organisation Admin' }), otherAdmin)
  const stranger = await make.actor(otherAdmin)
  await expect(several.remove(stranger, chosen(ids))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(several.remove(viewer, chosen(ids))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(
    several.resend(usersAdmin, { orgSlug: ORG, tokens: Array.from({ length: 501 }, (_, at) => `t${at}`) }),
  ).rejects.toMatchObject({ code: 'BAD_USER_INPUT', message: 'Please choose at most 500 invitations.' })
  const two = await statementsOf(() => several.resend(usersAdmin, chosen(ids.slice(0, 2))))
  const ten = await statementsOf(() => several.resend(usersAdmin, chosen(ids.slice(2))))
  expect(ten.length).toBe(two.length)
})
