import {
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql'

/** What nobody types, and any script can send. */
const TEXTS: readonly string[] = [
  '',
  ' ',
  'a',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202Eabc',
  '😀',
  'x'.repeat(5000),
  '%_\\',
  "'; drop table person; --",
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '{"a":'.repeat(100),
  '-name',
  '2026-13-45',
  'viewer@example.com',
]
const WHOLE: readonly number[] = [0, 1, -1, 2, 200, 201, 2_147_483_647, -2_147_483_648]
const FIGURES: readonly number[] = [...WHOLE, 1.5, 90.000_1, 181, 1e308, -1e308, 1e-320]
const MOMENTS: readonly string[] = [
  '2026-01-01',
  '0000-00-00',
  '9999-12-31',
  '-000001-01-01',
  '2026-02-30',
  'infinity',
  'now',
  '2026-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '0001-01-01T00:00:00Z',
]
const FILES: readonly [name: string, content: string][] = [
  ['empty.xlsx', ''],
  ['cut.xlsx', 'PK\u0003\u0004'],
  ['map.kml', '<kml/>'],
  ['map.kmz', 'no archive'],
  ['rows.csv', 'a,b\n1,2'],
  ['picture.png', '\u0089PNG'],
]

/** Numbers from 0 to 1 that are the same for the same seed. */
export function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fff_ffff
    return state / 0x7fff_ffff
  }
}

/**
 * Arguments that a field may be called with: of the right types, and of values that nobody means.
 * @param known ids, slugs and tokens that name something, of whatever kind
 */
export function createArguments(
  schema: GraphQLSchema,
  known: readonly string[],
  random: () => number,
): (root: string, field: string) => Record<string, unknown> {
  const oneOf = <Each>(values: readonly Each[]): Each => {
    const value = values[Math.floor(random() * values.length)]
    if (value === undefined) throw new Error('There is nothing to choose from.')
    return value
  }
  const scalar = (type: string): unknown => {
    switch (type) {
      case 'Int':
        return oneOf(WHOLE)
      case 'Float':
        return oneOf(FIGURES)
      case 'Boolean':
        return random() < 0.5
      case 'ID':
        return oneOf(random() < 0.8 ? known : TEXTS)
      case 'Date':
      case 'DateTime':
        return oneOf(MOMENTS)
      case 'Upload': {
        const [name, content] = oneOf(FILES)
        return new File([content], name)
      }
      case 'JSON':
        return oneOf<unknown>([...TEXTS, {}, [], { a: [1] }, null, 0])
      default:
        return oneOf(random() < 0.3 ? known : TEXTS)
    }
  }
  const value = (type: GraphQLInputType): unknown => {
    if (!isNonNullType(type) && random() < 0.15) return null
    const nullable = getNullableType(type)
    if (isListType(nullable)) {
      return Array.from({ length: oneOf([0, 1, 1, 2, 3, 30]) }, () => value(nullable.ofType))
    }
    if (isEnumType(nullable)) return oneOf(nullable.getValues()).name
    if (isInputObjectType(nullable)) {
      const given = Object.values(nullable.getFields()).filter(
        (each) => isRequiredInputField(each) || random() < 0.6,
      )
      return Object.fromEntries(given.map((each) => [each.name, value(each.type)]))
    }
    return scalar(nullable.name)
  }
  const isGiven = ({ type }: GraphQLArgument): boolean => isNonNullType(type) || random() < 0.7
  return (root, field) => {
    const type = root === 'Query' ? schema.getQueryType() : schema.getMutationType()
    const args = type?.getFields()[field]?.args.filter(isGiven) ?? []
    return Object.fromEntries(args.map((each) => [each.name, value(each.type)]))
  }
}
