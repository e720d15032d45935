import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readYaml, writeYaml } from './yaml.ts'

/**
 * Renders a chart as helm does, as far as the chart's templates go: `define`, `include`, `if`, `range`, variables, pipelines
 * and the functions below. @throws for anything else, and for a value that is missing, so that nothing is passed over.
 */
export function renderChart(folder: string, values: object, release = 'rooms'): Map<string, unknown[]> {
  const chart = readYaml(readFileSync(path.join(folder, 'Chart.yaml'), 'utf8'))[0] as Record<string, unknown>
  const [defaults] = readYaml(readFileSync(path.join(folder, 'values.yaml'), 'utf8'))
  const root = {
    Values: merged(defaults, values),
    Release: { Name: release },
    // As Go names its fields.
    Chart: Object.fromEntries(
      Object.entries(chart).map(([name, value]) => [`${name[0]?.toUpperCase()}${name.slice(1)}`, value]),
    ),
  }
  const files = readdirSync(path.join(folder, 'templates')).sort()
  const parsed = files.map((file) => ({
    file,
    nodes: parse(tokensOf(readFileSync(path.join(folder, 'templates', file), 'utf8'))),
  }))
  const defined = new Map(parsed.flatMap(({ nodes }) => definitionsIn(nodes)))
  return new Map(
    parsed
      .filter(({ file }) => file.endsWith('.yaml'))
      .map(({ file, nodes }) => [file, readYaml(render(nodes, { dot: root, names: new Map(), defined }))]),
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What is given over what is there already, as helm does with values. */
export function merged(base: unknown, given: unknown): unknown {
  if (!isObject(base) || !isObject(given)) return given === undefined ? base : given
  const names = new Set([...Object.keys(base), ...Object.keys(given)])
  return Object.fromEntries([...names].map((name) => [name, merged(base[name], given[name])]))
}

type Token = { text: string } | { action: string }
type Node =
  | { kind: 'text'; text: string }
  | { kind: 'print'; expression: string }
  | { kind: 'set'; name: string; expression: string }
  | { kind: 'define'; name: string; body: Node[] }
  | { kind: 'if'; expression: string; body: Node[]; otherwise: Node[] }
  | { kind: 'range'; names: string[]; expression: string; body: Node[] }

function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  let rest = source
  for (;;) {
    const found = /\{\{(-)?\s*(.*?)\s*(-)?\}\}/s.exec(rest)
    if (!found) return [...tokens, { text: rest }]
    const before = rest.slice(0, found.index)
    tokens.push({ text: found[1] ? before.trimEnd() : before }, { action: found[2] ?? '' })
    rest = rest.slice(found.index + found[0].length)
    if (found[3]) rest = rest.trimStart()
  }
}

function parse(tokens: Token[]): Node[] {
  const at = { index: 0 }
  const nodes = block(tokens, at)
  if (at.index < tokens.length) throw new Error('An end too many.')
  return nodes
}

/** Up to an `end` or `else`, which the caller takes. */
function block(tokens: readonly Token[], at: { index: number }): Node[] {
  const nodes: Node[] = []
  const inner = (): Node[] => {
    const body = block(tokens, at)
    at.index += 1
    return body
  }
  for (; at.index < tokens.length; ) {
    const token = tokens[at.index]
    if (!token) break
    if ('text' in token) {
      nodes.push({ kind: 'text', text: token.text })
      at.index += 1
      continue
    }
    const [, word = '', rest = ''] = /^(define|if|range|else|end)?\b\s*(.*)$/s.exec(token.action) ?? []
    if (word === 'end' || word === 'else') return nodes
    at.index += 1
    if (word === 'define') nodes.push({ kind: 'define', name: JSON.parse(rest) as string, body: inner() })
    else if (word === 'if') {
      const body = block(tokens, at)
      const end = tokens[at.index]
      const hasElse = end && 'action' in end && end.action === 'else'
      at.index += 1
      nodes.push({ kind: 'if', expression: rest, body, otherwise: hasElse ? inner() : [] })
    } else if (word === 'range') {
      const [, names, expression = rest] = /^(\$\w+(?:, \$\w+)?) := (.*)$/s.exec(rest) ?? []
      nodes.push({ kind: 'range', names: names?.split(', ') ?? [], expression, body: inner() })
    } else {
      const [, name, expression = ''] = /^(\$\w+) := (.*)$/s.exec(token.action) ?? []
      nodes.push(
        name === undefined ? { kind: 'print', expression: token.action } : { kind: 'set', name, expression },
      )
    }
  }
  return nodes
}

const definitionsIn = (nodes: readonly Node[]): [string, Node[]][] =>
  nodes.flatMap((node) => (node.kind === 'define' ? [[node.name, node.body]] : []))

interface Scope {
  dot: unknown
  names: ReadonlyMap<string, unknown>
  defined: ReadonlyMap<string, Node[]>
}

function render(nodes: readonly Node[], given: Scope): string {
  let scope = given
  let out = ''
  for (const node of nodes) {
    if (node.kind === 'text') out += node.text
    else if (node.kind === 'print') out += String(evaluate(node.expression, scope))
    else if (node.kind === 'set') {
      scope = { ...scope, names: new Map([...scope.names, [node.name, evaluate(node.expression, scope)]]) }
    } else if (node.kind === 'if') {
      out += render(isTrue(evaluate(node.expression, scope)) ? node.body : node.otherwise, scope)
    } else if (node.kind === 'range') {
      const [first, second] = node.names
      for (const [key, value] of entriesOf(evaluate(node.expression, scope))) {
        const names = new Map(scope.names)
        if (first !== undefined && second !== undefined) names.set(first, key).set(second, value)
        out += render(node.body, { ...scope, dot: value, names })
      }
    }
  }
  return out
}

/** Keys of a map come in their order, as in Go. */
const entriesOf = (value: unknown): [unknown, unknown][] =>
  Array.isArray(value)
    ? value.map((each, at) => [at, each])
    : isObject(value)
      ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
      : []

const isTrue = (value: unknown): boolean =>
  Array.isArray(value) || isObject(value) ? entriesOf(value).length > 0 : Boolean(value)

const FUNCTIONS: Readonly<Record<string, (...args: unknown[]) => unknown>> = {
  not: (value) => !isTrue(value),
  add: (...numbers) => numbers.reduce<number>((sum, number) => sum + Number(number), 0),
  default: (fallback, value) => (isTrue(value) ? value : fallback),
  quote: (value) => JSON.stringify(String(value)),
  trunc: (length, value) => String(value).slice(0, Number(length)),
  trimPrefix: (prefix, value) => String(value).replace(new RegExp(`^${prefix}`), ''),
  trimSuffix: (suffix, value) => String(value).replace(new RegExp(`${suffix}$`), ''),
  toYaml: (value) => writeYaml(value).trimEnd(),
  nindent: (width, text) => `\n${String(text).replaceAll(/^/gm, ' '.repeat(Number(width)))}`,
}

/** A pipeline: what each command gives is the last argument of the next. */
function evaluate(expression: string, scope: Scope): unknown {
  let piped: unknown[] = []
  for (const command of expression.split(' | ')) {
    const words = command.match(/"[^"]*"|[^\s"]+/g) ?? []
    const [name = '', ...rest] = words
    const operands = [...rest.map((word) => operand(word, scope)), ...piped]
    if (name === 'include') {
      const body = scope.defined.get(String(operands[0]))
      if (!body) throw new Error(`There is no template ${operands[0]}.`)
      piped = [render(body, { ...scope, dot: operands[1], names: new Map() })]
    } else if (Object.hasOwn(FUNCTIONS, name)) piped = [FUNCTIONS[name]?.(...operands)]
    else if (operands.length === 0) piped = [operand(name, scope)]
    else throw new Error(`There is no function ${name}.`)
  }
  return piped[0]
}

function operand(word: string, { dot, names }: Scope): unknown {
  if (/^"/.test(word)) return JSON.parse(word)
  if (/^\d+$/.test(word)) return Number(word)
  const [, name, path = ''] = /^(\$\w+)?((?:\.\w+)*|\.)$/.exec(word) ?? []
  if (name === undefined && path === '') throw new Error(`${word} is no operand.`)
  let value = name === undefined ? dot : names.get(name)
  for (const part of path.split('.').filter((each) => each !== '')) {
    if (!isObject(value) || value[part] === undefined) throw new Error(`There is no ${word}.`)
    value = value[part]
  }
  return value
}
