import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isUnionType,
} from 'graphql'
import type { ApiMember } from '../shared/apiMember.ts'

const PERMISSION = /^(Requires|No session needed|The viewer's own)/
const CODES = ['NOT_FOUND', 'FORBIDDEN', 'BAD_USER_INPUT', 'CONFLICT', 'RATE_LIMITED'] as const

/** A description in sentences. */
const sentencesOf = (text: string): string[] => text.split(/(?<=[.;])\s+/).filter((part) => part !== '')

const argument = ({ name, type, defaultValue }: GraphQLArgument | GraphQLInputField): string =>
  defaultValue === undefined ? `${name}: ${type}` : `${name}: ${type} = ${JSON.stringify(defaultValue)}`

const signatureOf = ({ name, args, type }: GraphQLField<unknown, unknown>): string =>
  args.length === 0 ? `${name}: ${type}` : `${name}(${args.map(argument).join(', ')}): ${type}`

const about = (
  description: string | null | undefined,
): Pick<ApiMember, 'description' | 'permissions' | 'errors'> => {
  const sentences = sentencesOf(description ?? '')
  return {
    description: sentences.filter((sentence) => !PERMISSION.test(sentence)).join(' '),
    permissions: sentences.filter((sentence) => PERMISSION.test(sentence)).join(' '),
    errors: CODES.filter((code) => description?.includes(code)),
  }
}

const NO_FIELDS = { byToken: null, fields: [] } as const

/** Everything that the API has, from its schema: root fields first, then types by name. */
export function apiMembers(
  schema: GraphQLSchema,
  tokens: { never: ReadonlySet<string>; reading: ReadonlySet<string> },
): ApiMember[] {
  const roots = (['query', 'mutation'] as const).flatMap((kind) => {
    const type = kind === 'query' ? schema.getQueryType() : schema.getMutationType()
    return Object.values(type?.getFields() ?? {}).map((field): ApiMember => {
      const reads = kind === 'query' || tokens.reading.has(field.name)
      return {
        kind,
        name: field.name,
        signature: signatureOf(field),
        ...about(field.description),
        byToken: tokens.never.has(field.name) ? 'never' : reads ? 'read' : 'write',
        fields: [],
      }
    })
  })
  const types = Object.values(schema.getTypeMap()).flatMap((type): ApiMember[] => {
    const { name } = type
    if (name.startsWith('__') || name === 'Query' || name === 'Mutation') return []
    const named = { name, ...about(type.description), ...NO_FIELDS }
    const described = ({ description }: { description?: string | null | undefined }) => description ?? ''
    if (isObjectType(type) || isInterfaceType(type)) {
      const fields = Object.values(type.getFields()).map((field) => ({
        signature: signatureOf(field),
        description: described(field),
      }))
      return [{ ...named, kind: 'type', signature: `type ${name}`, fields }]
    }
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields()).map((field) => ({
        signature: argument(field),
        description: described(field),
      }))
      return [{ ...named, kind: 'input', signature: `input ${name}`, fields }]
    }
    if (isEnumType(type)) {
      const fields = type
        .getValues()
        .map((value) => ({ signature: value.name, description: described(value) }))
      return [{ ...named, kind: 'enum', signature: `enum ${name}`, fields }]
    }
    if (isUnionType(type)) {
      const signature = `union ${name} = ${type.getTypes().join(' | ')}`
      return [{ ...named, kind: 'union', signature }]
    }
    return isScalarType(type) ? [{ ...named, kind: 'scalar', signature: `scalar ${name}` }] : []
  })
  return [...roots, ...types.toSorted((one, other) => one.name.localeCompare(other.name))]
}
