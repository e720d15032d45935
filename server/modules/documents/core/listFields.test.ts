import { type FragmentDefinitionNode, Kind, type OperationDefinitionNode, parse } from 'graphql'
import { expect, test } from 'vitest'
import type { Context } from '../../../contracts/context.ts'
import { createListFields } from './listFields.ts'
import type { DocumentNode } from './nodes.ts'

/** What a resolver of the query's one field is told of it. */
function infoOf(text: string) {
  const { definitions } = parse(text)
  const operation = definitions.find(
    (each): each is OperationDefinitionNode => each.kind === Kind.OPERATION_DEFINITION,
  )
  const fragments = definitions.filter(
    (each): each is FragmentDefinitionNode => each.kind === Kind.FRAGMENT_DEFINITION,
  )
  return {
    fieldNodes: (operation?.selectionSet.selections ?? []).filter((each) => each.kind === Kind.FIELD),
    fragments: Object.fromEntries(fragments.map((each) => [each.name.value, each])),
  }
}

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
  const info = infoOf(
    '{ children { id ... on Document { ...Row } } } fragment Row on Document { title name }',
  )
  const [one, two, three] = nodes() as [DocumentNode, DocumentNode, DocumentNode]
  // Two lists of one request, and a row by itself.
  const alone = name(request, three)
  expect(alone).toBeInstanceOf(Promise)
  await Promise.all([
    fields.readAhead(request, info, [one, two]),
    fields.readAhead(request, info, [one]),
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
  await fields.readAhead(context(), infoOf('{ children { id } name }'), nodes())
  await fields.readAhead(context(), infoOf('{ children { name } }'), [])
  await fields.readAhead(context(), infoOf('{ children { name } }'), nodes().slice(1, 2))
  // The second field of the query is a list of its own.
  expect(asked).toEqual([])
})
