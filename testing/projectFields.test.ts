import { readFileSync } from 'node:fs'
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLEnumType,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isNonNullType,
  isObjectType,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { buildSchemaFromModules } from '../server/schema.ts'
import { CONTRACT_FIELDS, FIELDS, type FieldKind } from '../shared/project/fields.ts'
import { NOUNS } from '../shared/project/sections.ts'
import { headerOf } from '../shared/project/values.ts'
import { testDatabase } from './database/index.ts'

// What can't be made from the one table of a project's fields is compared with it.

const schema = buildSchemaFromModules()
const database = testDatabase()

/** The type of the field at a path below a type. */
function typeAt(typeName: string, path: string): GraphQLType | undefined {
  let type: GraphQLType | undefined = schema.getType(typeName)
  for (const part of path.split('.')) {
    const named: GraphQLType | undefined = type && getNamedType(type)
    type = isObjectType(named) || isInputObjectType(named) ? named.getFields()[part]?.type : undefined
  }
  return type
}

const SCALARS = { text: 'String', day: 'Date', figure: 'Float', yesNo: 'Boolean' } as const

/** A kind as the API writes it: the name of a scalar, or the values of an enumeration. */
const kindOf = (field: FieldKind): string | string[] =>
  field.kind === 'choice' ? Object.keys(field.labels).sort() : SCALARS[field.kind]

const typeOf = (type: GraphQLType | undefined): string | string[] | undefined => {
  const named = type && getNamedType(type)
  if (isEnumType(named))
    return (named as GraphQLEnumType)
      .getValues()
      .map(({ name }) => name)
      .sort()
  return named?.name
}

/** Paths of all fields of a type, those of its groups in place of the groups. */
function pathsOf(typeName: string, leaves: ReadonlySet<string>): string[] {
  const type = schema.getType(typeName)
  if (!isInputObjectType(type)) return []
  return Object.values(type.getFields()).flatMap(({ name, type: of }) => {
    const named = getNamedType(of)
    return isInputObjectType(named) && !leaves.has(name)
      ? Object.keys(named.getFields()).map((below) => `${name}.${below}`)
      : [name]
  })
}

describe.each(FIELDS)('$path', (field) => {
  test('is in the API as it is in the table: of an input, of the form, of a project', () => {
    const isKept = field.required === true
    expect(typeOf(typeAt('ProjectInput', field.path))).toEqual(kindOf(field))
    expect(isNonNullType(typeAt('ProjectInput', field.path))).toBe(isKept)
    expect(typeOf(typeAt('ProjectForm', field.path))).toEqual(kindOf(field))
    const ofProject = field.path.includes('.') ? field.path : field.key
    expect(typeOf(typeAt('Project', ofProject))).toEqual(kindOf(field))
    expect(isNonNullType(typeAt('Project', ofProject))).toBe(isKept || field.kind === 'yesNo')
  })

  test.each([
    ['form/form.graphql', 'ProjectForm', 'projectForm', field.path],
    ['detail/detail.graphql', 'ProjectPage', 'project', field.path.includes('.') ? field.path : field.key],
  ])('is read by web/features/projects/%s', (file, operation, root, path) => {
    const definitions = [file, 'core/project.graphql'].flatMap(
      (each) => parse(readFileSync(`web/features/projects/${each}`, 'utf8')).definitions,
    )
    const setOf = (name: string): SelectionSetNode | undefined =>
      definitions.find(
        (each): each is OperationDefinitionNode | FragmentDefinitionNode =>
          'selectionSet' in each && 'name' in each && each.name?.value === name,
      )?.selectionSet
    const fieldsOf = (set: SelectionSetNode | undefined): readonly FieldNode[] =>
      (set?.selections ?? []).flatMap((each) =>
        each.kind === 'Field' ? each : each.kind === 'FragmentSpread' ? fieldsOf(setOf(each.name.value)) : [],
      )
    let set = setOf(operation)
    for (const part of [root, ...path.split('.')]) {
      const read = fieldsOf(set).find(({ name }) => name.value === part)
      expect(read, part).toBeDefined()
      set = read?.selectionSet
    }
  })
})

test('an input has no field that the table lacks', () => {
  const lists = new Set(Object.keys(NOUNS))
  expect(pathsOf('ProjectInput', lists).sort()).toEqual([...FIELDS.map(({ path }) => path), ...lists].sort())
  expect(pathsOf('PpaContractInput', lists)).toEqual(CONTRACT_FIELDS.map(({ key }) => key))
})

test('each field has its column, of the same kind and as empty', async () => {
  const { rows } = await database.pool.query<{ name: string; type: string; nullable: string }>(
    `select column_name as name, data_type as type, is_nullable as nullable
     from information_schema.columns where table_name = 'project'`,
  )
  const columns = new Map(rows.map(({ name, ...column }) => [name, column]))
  const types = { text: 'text', choice: 'text', day: 'date', figure: 'double precision', yesNo: 'boolean' }
  for (const { key, kind, required } of FIELDS) {
    const name = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const nullable = required || kind === 'yesNo' ? 'NO' : 'YES'
    expect(columns.get(name), key).toEqual({ type: types[kind], nullable })
  }
})

test('no two columns of a spreadsheet have one header', () => {
  const headers = [...FIELDS, ...CONTRACT_FIELDS].map(headerOf)
  expect(new Set(headers).size).toBe(headers.length)
})
