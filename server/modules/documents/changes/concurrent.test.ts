import { describe, expect, test } from 'vitest'
import {
  admin,
  documents,
  editor,
  file,
  folder,
  move,
  names,
  rename,
  root,
  treeId,
  wrongTallies,
} from './selection.fixture.ts'

describe('two people at the same time', () => {
  test('DOP-07 if two people rename one entry, the second gets the conflict and can rename it anyway', async () => {
    const top = await folder()
    const id = await file('Draft.pdf', top)
    const both = await Promise.allSettled([
      rename(editor, id, 'Final.pdf', 'Draft.pdf'),
      rename(admin, id, 'Executed.pdf', 'Draft.pdf'),
    ])
    const [name] = await names(admin, treeId, top)
    const refused = both.flatMap((answer) => (answer.status === 'rejected' ? answer.reason : []))
    expect(refused).toMatchObject([
      {
        code: 'CONFLICT',
        message: `Someone else has just changed the name to "${name}". Please check and try again.`,
        extensions: { newer: { name } },
      },
    ])
    expect((await rename(admin, id, 'Signed.pdf', name)).error).toBeNull()
    // The same new name twice is no quarrel, and who names no expectation has none.
    expect((await rename(editor, id, 'Signed.pdf', 'Draft.pdf')).error).toBeNull()
    expect((await rename(editor, id, 'Last.pdf')).error).toBeNull()
    expect(await names(admin, treeId, top)).toEqual(['Last.pdf'])
  })

  test('DOP-06 DOP-18 of two entries that get one name at the same time, by rename and by move, one is refused', async () => {
    const from = await folder()
    const to = await folder()
    const mover = await file('Lease.pdf', from)
    const renamed = await file('Old lease.pdf', to)
    const [moved, given] = await Promise.allSettled([
      move(editor, to, mover),
      rename(admin, renamed, 'LEASE.pdf'),
    ])
    const error = given.status === 'fulfilled' ? given.value.error : 'thrown'
    expect(moved.status === 'rejected').toBe(error === null)
    const left = await names(admin, treeId, to)
    expect(left.filter((name) => name.toLowerCase() === 'lease.pdf')).toHaveLength(1)
  })

  test('DOP-18 folders that are moved into each other at the same time never form a cycle', async () => {
    const [one, two] = [await folder(), await folder()]
    const results = await Promise.allSettled([move(editor, two, one), move(admin, one, two)])
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    expect(results.find((result) => result.status === 'rejected')?.reason.message).toContain(
      "can't be moved into itself",
    )
    expect(await wrongTallies()).toEqual([])
  })

  test('a destination that is deleted while a move waits for it: not found, and nothing is lost', async () => {
    const to = await folder()
    const kept = await file(`kept ${to}.pdf`, root)
    const [, moved] = await Promise.allSettled([
      documents().remove(admin, { treeId, documentIds: [to] }),
      move(editor, to, kept),
    ])
    const found = await documents()
      .document(admin, treeId, kept)
      .catch(() => null)
    // First moved and then deleted with its folder, or left where it was.
    expect(moved.status === 'rejected').toBe(found !== null)
    expect(await wrongTallies()).toEqual([])
  })
})
