import { expect, test } from 'vitest'
import type { Context } from '../../../contracts/context.ts'
import { createListFields } from './listFields.ts'
import type { DocumentNode } from './nodes.ts'

/** As each request reads them anew. */
const nodes = () => ['one', 'two', 'three'].map((id) => ({ id, isFolder: id === 'two' }) as DocumentNode)
const context = (): Context => ({}) as Context

function fieldsOf() {
  const asked: string[][] = []
  const fields = createListFields()
  const name = fields.field(
    ['name', 'title'],
    async (some) => {
      asked.push(some.map(({ id }) => id))
      return some.map(({ id }) => id.toUpperCase())
    },
    ({ isFolder }) => !isFolder,
  )
  return { asked, fields, name }
}

test('what a query asks of a list is read together, and its rows then need no promise', async () => {
  const { asked, fields, name } = fieldsOf()
  const request = context()
  const names = new Set(['id', 'title', 'name'])
  const [one, two, three] = nodes() as [DocumentNode, DocumentNode, DocumentNode]
  // Two lists of one request, and a row by itself.
  const alone = name(request, three)
  expect(alone).toBeInstanceOf(Promise)
  await Promise.all([
    fields.readAhead(request, names, [one, two]),
    fields.readAhead(request, names, [one]),
    alone,
  ])
  expect(asked).toEqual([['three', 'one']])
  expect(name(request, one)).toBe('ONE')
  expect(name(request, three)).toBe('THREE')
  // Another request reads its own.
  const [again] = nodes() as [DocumentNode]
  expect(await name(context(), again)).toBe('ONE')
  expect(asked).toEqual([['three', 'one'], ['one']])
})

test('what a query does not ask is not read', async () => {
  const { asked, fields } = fieldsOf()
  expect(fields.readAhead(context(), new Set(['id', 'children']), nodes())).toBeUndefined()
  await fields.readAhead(context(), new Set(['name']), [])
  await fields.readAhead(context(), new Set(['name']), nodes().slice(1, 2))
  expect(asked).toEqual([])
})
