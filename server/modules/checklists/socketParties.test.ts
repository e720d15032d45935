import { expect, test } from 'vitest'
import type { TestSocket } from '../../../testing/sockets.ts'
import { connect, database, items, make, member, one, partyOf, texts, two } from './socket.fixture.ts'

const bidders = async () => {
  const [ours, theirs] = [await partyOf('ours', 'Bidder'), await partyOf('theirs', 'Bidder')]
  const inGroup = async (groupId: string, server = one) => {
    const client = await member(null, server)
    await make.member(groupId, client.personId)
    return client
  }
  return { ours, theirs, inGroup }
}
const lease = () => items[1] ?? ''

test('CHK-47 CHK-49 each gets what is for them, at every process, and of the rest not even that something happened', async () => {
  const { ours, theirs, inGroup } = await bidders()
  const admin = await connect(await member('Deal Room Admin')).opened()
  const mine = await connect(await inGroup(ours)).opened()
  const colleague = await connect(await inGroup(ours, two)).opened()
  const rival = await connect(await inGroup(theirs, two)).opened()
  const before = rival.messages.length
  mine.send('We would pay 41', lease())
  for (const socket of [mine, colleague, admin]) {
    await socket.until(() => texts(socket).includes('We would pay 41'))
    await socket.until(() => socket.messages.some(({ items: changed = [] }) => changed.length > 0))
  }
  admin.post({ comment: 'Understood', checklistItemIds: [lease()], audience: ours })
  await colleague.until(() => texts(colleague).includes('Understood'))
  admin.post({ comment: 'Among us', checklistItemIds: [lease()], audience: 'DEAL_TEAM' })
  admin.post({ comment: 'The survey is here', checklistItemIds: [lease()] })
  for (const socket of [mine, colleague, rival]) {
    await socket.until(() => texts(socket).includes('The survey is here'))
  }
  await rival.until(() => rival.messages.some(({ items: changed = [] }) => changed.length > 0))
  const told = rival.messages.slice(before)
  expect(JSON.stringify(told)).not.toMatch(/would pay|Understood|Among us/)
  // One message of the comment and one of its item, whose count is the rival's own.
  expect(told).toHaveLength(2)
  expect(texts(mine)).not.toContain('Among us')
  const counts = (socket: TestSocket) =>
    socket.messages
      .flatMap(({ items: changed = [] }) => changed.map(({ commentCount }) => commentCount))
      .at(-1)
  expect((counts(mine) ?? 0) - (counts(rival) ?? 0)).toBe(2)
  const later = await connect(await inGroup(theirs)).opened()
  expect(JSON.stringify(later.messages)).not.toMatch(/would pay|Understood|Among us/)
  expect(texts(later)).toContain('The survey is here')
})

test('CHK-47 whoever changes party with the socket open gets nothing more of the old one, and the new one’s from its beginning', async () => {
  const { ours, theirs, inGroup } = await bidders()
  const person = await inGroup(ours)
  const [mine, rival] = [await connect(person).opened(), await connect(await inGroup(theirs, two)).opened()]
  mine.send('Of the old party', lease())
  rival.send('Of the new party', lease())
  await rival.until(() => texts(rival).includes('Of the new party'))
  await mine.until(() => texts(mine).includes('Of the old party'))
  expect(texts(mine)).not.toContain('Of the new party')
  await database.pool.query('update membership set group_id = $2 where person_id = $1', [
    person.personId,
    theirs,
  ])
  const colleague = await connect(await inGroup(ours)).opened()
  colleague.send('After the change', lease())
  await mine.until(() => mine.messages.some(({ reset }) => reset))
  const at = mine.messages.findIndex(({ reset }) => reset)
  const after = JSON.stringify(mine.messages.slice(at))
  expect(after).toContain('Of the new party')
  expect(after).not.toMatch(/Of the old party|After the change/)
  expect(texts(mine)).not.toContain('After the change')
})

test('CHK-47 an audience that its sender may not name is refused with its reference, and nothing is sent', async () => {
  const { ours, theirs, inGroup } = await bidders()
  const mine = await connect(await inGroup(ours)).opened()
  const rival = await connect(await inGroup(theirs)).opened()
  mine.post({ comment: 'To a rival', checklistItemIds: [lease()], audience: theirs, ref: 'r7' })
  await mine.until(() => mine.messages.some(({ error }) => error))
  expect(mine.messages.at(-1)).toEqual({
    error: {
      code: 'BAD_USER_INPUT',
      message: expect.stringMatching(/^Your comments are for your own party/),
    },
    ref: 'r7',
  })
  const { rows } = await database.pool.query(`select from checklist_comment where comment = 'To a rival'`)
  expect(rows).toEqual([])
  expect(texts(rival)).not.toContain('To a rival')
})

test('CHK-25 CHK-48 its sender knows a comment by its reference, also sent again; changes and removals come live', async () => {
  const { ours, theirs, inGroup } = await bidders()
  const person = await inGroup(ours)
  const [mine, rival] = [await connect(person).opened(), await connect(await inGroup(theirs)).opened()]
  const colleague = await connect(await inGroup(ours, two)).opened()
  const last = (socket: TestSocket) =>
    socket.comments.filter(({ comment }) => comment.startsWith('Exhibit')).at(-1)
  mine.post({ comment: 'Exhibit B', checklistItemIds: [lease()], ref: 'once' })
  await mine.until(() => last(mine)?.ref === 'once')
  await colleague.until(() => last(colleague) !== undefined)
  expect(last(colleague)).not.toHaveProperty('ref')
  const count = mine.comments.length
  mine.post({ comment: 'Exhibit B', checklistItemIds: [lease()], ref: 'once' })
  await mine.until(() => mine.comments.length === count + 1)
  expect(last(mine)).toMatchObject({ id: last(colleague)?.id, ref: 'once' })
  const told = rival.messages.length
  const { id = '' } = last(mine) ?? {}
  await person.graphql(
    'mutation($id: ID!) { updateChecklistComment(id: $id, comment: "Exhibit C") { id } }',
    { id },
  )
  await colleague.until(() => last(colleague)?.comment === 'Exhibit C')
  await person.graphql('mutation($id: ID!) { removeChecklistComment(id: $id) { success } }', { id })
  await colleague.until(() => colleague.comments.some((each) => each.id === id && each.isRemoved))
  expect(colleague.comments.find((each) => each.id === id && each.isRemoved)).toMatchObject({
    comment: '',
    canChange: false,
  })
  expect(rival.messages).toHaveLength(told)
})
