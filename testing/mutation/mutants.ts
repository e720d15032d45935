import { parseSync } from 'vite'

/** One change of a source that its tests are to notice. */
export interface Mutant {
  readonly line: number
  /** What stands there, and what would stand there instead. */
  readonly from: string
  readonly to: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

/** A limit is tried one higher, an order turned round, an equality denied. */
const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '&&': ['||'],
  '||': ['&&'],
}
const METHODS: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['min', 'max'],
  ['max', 'min'],
  ['isSubsetOf', 'isSupersetOf'],
])

/** What a right is asked by, and what a thing is: with `true` in its place everybody would be let in. */
const MAY = /^(holds|may|sees|knows|edits|administers|is|has)([A-Z]|$)/
const IS = /^is[A-Z]/

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Types and imports don't decide anything; a loop without its end would never be over. */
const isSkipped = ({ type }: Node): boolean =>
  /^(TS|Import)/.test(type) &&
  !['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(type)
const LOOPS: ReadonlySet<string> = new Set(['ForStatement', 'WhileStatement', 'DoWhileStatement'])

/** A part of an expression, and what replaces it. */
interface Change {
  start: number
  end: number
  text: string
}

/** The changes that are tried of one expression. */
function changesOf(node: Node, source: string): Change[] {
  const { start, end } = node
  if (node.type === 'Literal') {
    if (typeof node.value === 'boolean') return [{ start, end, text: String(!node.value) }]
    return typeof node.value === 'number' ? [{ start, end, text: String(node.value + 1) }] : []
  }
  if (node.type === 'UnaryExpression' && node.operator === '!') return [{ start, end: start + 1, text: '' }]
  const { left, right, operator } = node
  if (/^(Binary|Logical)Expression$/.test(node.type) && isNode(left) && isNode(right)) {
    const isText = [left, right].some(
      (side) => side.type === 'TemplateLiteral' || typeof side.value === 'string',
    )
    if (isText && operator === '+') return []
    const at = source.indexOf(String(operator), left.end)
    return (OPERATORS[String(operator)] ?? []).map((text) => ({
      start: at,
      end: at + String(operator).length,
      text,
    }))
  }
  if (node.type === 'MemberExpression' && isNode(node.property) && IS.test(String(node.property.name))) {
    return [{ start, end, text: 'true' }]
  }
  const callee = node.type === 'CallExpression' && isNode(node.callee) ? node.callee : null
  const property = callee?.type === 'MemberExpression' && isNode(callee.property) ? callee.property : null
  if (callee?.type === 'Identifier' && MAY.test(String(callee.name))) return [{ start, end, text: 'true' }]
  if (!property) return []
  const other = METHODS.get(String(property.name))
  return [
    ...(IS.test(String(property.name)) ? [{ start, end, text: 'true' }] : []),
    ...(other ? [{ start: property.start, end: property.end, text: other }] : []),
  ]
}

/**
 * The source with all of its mutants in it, each of which comes into effect where `HELIOROOM_MUTANT` is its place in
 * the list: so a module is compiled once for all of them.
 */
export function withMutants(source: string): { code: string; mutants: Mutant[] } {
  const mutants: Mutant[] = []
  const lineOf = (at: number): number => source.slice(0, at).split('\n').length
  const childrenOf = (node: Node): Node[] =>
    Object.entries(node)
      .flatMap(([key, value]) => {
        if (LOOPS.has(node.type) && (key === 'test' || key === 'update')) return []
        // Names of properties are no values.
        if (node.type === 'Property' && key === 'key' && node.computed !== true) return []
        return (Array.isArray(value) ? value : [value]).filter(isNode)
      })
      .filter((child) => !isSkipped(child) && child.start >= node.start && child.end <= node.end)
      .toSorted((one, other) => one.start - other.start)
  const chosen = (mutant: Mutant, text: string, rest: string): string => {
    mutants.push(mutant)
    return `(process.env.HELIOROOM_MUTANT === '${mutants.length}' ? (${text}) : (${rest}))`
  }
  const written = (node: Node, isNeeded = false): string => {
    let code = ''
    let at = node.start
    const isTested = node.type === 'IfStatement' || node.type === 'ConditionalExpression'
    for (const child of childrenOf(node)) {
      // Shorthand properties name and value alike: both are one text.
      if (child.start < at) continue
      // A method that stood in a choice would no longer know whose it is, and a value can't be assigned to.
      const isTarget = node.type === 'AssignmentExpression' && child === node.left
      let inner = written(child, child === node.callee || isTarget)
      if (isTested && child === node.test) {
        const from = source.slice(child.start, child.end)
        for (const to of ['true', 'false']) inner = chosen({ line: lineOf(child.start), from, to }, to, inner)
      }
      code += source.slice(at, child.start) + inner
      at = child.end
    }
    code += source.slice(at, node.end)
    const changes = isNeeded && node.type === 'MemberExpression' ? [] : changesOf(node, source)
    for (const { start, end, text } of changes) {
      const changed = source.slice(node.start, start) + text + source.slice(end, node.end)
      const from = source.slice(node.start, node.end)
      code = chosen({ line: lineOf(node.start), from, to: changed }, changed, code)
    }
    return code
  }
  const program = parseSync('source.ts', source).program as unknown as Node
  return { code: source.slice(0, program.start) + written(program) + source.slice(program.end), mutants }
}
