import MuiLink from '@mui/material/Link'
import type { Nodes, Parents, Root, RootContent, Table } from 'mdast'
import { Fragment, type ReactNode, useMemo } from 'react'
import { Link } from '../text/Link.tsx'
import { styled } from '../theme/styled.tsx'
import { isOwnImage, safeLink } from './addresses.ts'
import { joined } from './joined.ts'
import { parse } from './parse.ts'
import { type Tag, tagsIn } from './tags.ts'

export type { Tag } from './tags.ts'

const Text = styled('div')(({ theme }) => ({
  ...theme.typography.prose,
  overflowWrap: 'anywhere',
  containerType: 'inline-size',
  '& p, & ul, & ol, & blockquote, & pre': { margin: '0 0 14px', maxWidth: 720 },
  '& h3, & h4, & h5, & h6': {
    margin: '0 0 10px',
    maxWidth: 720,
    ...theme.typography.h3,
  },
  '& > * + h3, & > * + h4, & > * + h5, & > * + h6': { marginTop: 26 },
  '& [data-depth="1"]': theme.typography.title,
  '& li > p': { margin: '0 0 4px' },
  '& hr': { border: 0, borderTop: `1px solid ${theme.vars.palette.line}`, margin: '20px 0' },
  '& blockquote': {
    padding: '0 0 0 16px',
    borderLeft: `2px solid ${theme.vars.palette.lineStrong}`,
    color: theme.vars.palette.ink2,
  },
  '& code, & pre': {
    ...theme.typography.body1,
    fontFamily: 'monospace',
    borderRadius: 4,
    backgroundColor: theme.vars.palette.sunken,
  },
  '& code': { padding: '1px 4px' },
  '& pre': { padding: 12, overflowX: 'auto' },
  '& pre code': { padding: 0 },
  '& table': { borderCollapse: 'collapse', margin: '0 0 14px', ...theme.typography.body1 },
  '& th, & td': {
    padding: '6px 20px 6px 0',
    textAlign: 'left',
    borderBottom: `1px solid ${theme.vars.palette.line}`,
  },
  '& ins': { textDecoration: 'underline' },
  '&[data-small]': theme.typography.body1,
  '&[data-small] > *': { marginBottom: 4 },
  '&[data-small] > :last-child': { marginBottom: 0 },
}))

const Beside = styled('div')({
  '@container (min-width: 1000px)': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 280px',
    alignItems: 'start',
    gap: 40,
  },
})

/** Markup that may stand in a text besides markdown's own (SUBP-34). */
const HARMLESS = { ins: 'ins', sub: 'sub', sup: 'sup' } as const
/** Deeper than this a text is shown flat: no page is nested so, and the browser's stack has an end. */
const MAX_DEPTH = 24

/** What stands for a component; gets its attributes and the components inside it. */
export type MarkdownComponents = Readonly<Record<string, (tag: Tag) => ReactNode>>

interface MarkdownProps {
  text: string
  /** By name; others are left out. */
  components?: MarkdownComponents
  /** Names of components that stand right of the prose before them where there is room. */
  beside?: ReadonlySet<string>
  /** Shows an image of our own media; without it none is shown. */
  image?: (url: string, description: string) => ReactNode
  /** Where a relative address leads, such as that of another page. */
  linkTo?: (href: string) => string
  /** The text of a row rather than of a page. */
  small?: boolean
}

/**
 * Markdown as React elements: nothing of it is ever HTML. Of markup only components and a few harmless elements are
 * shown, links lead to the web, a mail or the product, images come from our own media (SUBP-34).
 */
export function Markdown({ text, components = {}, beside, image, linkTo, small }: MarkdownProps) {
  const tree = useMemo(() => parse(text), [text])
  // The names stay while the components, which close over what they show, are others on each render.
  const known = Object.keys(components).join(' ')
  const names = useMemo(() => new Set(known.split(' ')), [known])
  const blocks = useMemo(() => joined(tree.children, names), [tree, names])
  const levels = useMemo(() => headingLevels({ type: 'root', children: blocks }), [blocks])
  const context: Context = { components, names, image, linkTo, levels }
  return (
    <Text data-small={small || undefined}>
      {sections(blocks, beside).map(({ first, prose, aside }) => {
        const shown = children({ type: 'root', children: prose }, context, 0)
        return aside ? (
          <Beside key={first}>
            <div>{shown}</div>
            <div>{element(aside, context, 0)}</div>
          </Beside>
        ) : (
          <Fragment key={first}>{shown}</Fragment>
        )
      })}
    </Text>
  )
}

interface Section {
  /** Number of its first node. */
  first: number
  prose: RootContent[]
  /** What stands beside it. */
  aside?: RootContent
}

/** A text in pieces: prose with what stands beside it, and all the rest. */
function sections(nodes: readonly RootContent[], beside: ReadonlySet<string> = new Set()): Section[] {
  const isProse = ({ type }: RootContent): boolean => ['paragraph', 'list', 'blockquote'].includes(type)
  const parts: Section[] = [{ first: 0, prose: [] }]
  for (const [at, node] of nodes.entries()) {
    const last = parts.at(-1)
    if (!last) break
    if (beside.size > 0 && node.type === 'html' && tagsIn(node.value, beside)) {
      const from = last.prose.findLastIndex((each) => !isProse(each)) + 1
      const prose = last.prose.splice(from)
      parts.push({ first: at - prose.length, prose, aside: node }, { first: at + 1, prose: [] })
    } else last.prose.push(node)
  }
  return parts
}

interface Context {
  components: MarkdownComponents
  names: ReadonlySet<string>
  image: MarkdownProps['image']
  linkTo: MarkdownProps['linkTo']
  levels: ReadonlyMap<Nodes, number>
}

/** The children of a node; harmless markup around some of them holds from its opening to its closing tag. */
function children(parent: Parents | Root, context: Context, depth: number): ReactNode[] {
  const nodes = parent.children as readonly Nodes[]
  const shown: ReactNode[] = []
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at]
    if (!node) continue
    const name = node.type === 'html' ? /^<([a-z]+)>$/.exec(node.value.trim())?.[1] : undefined
    if (name !== undefined && name in HARMLESS) {
      const end = nodes.findIndex(
        (each, place) => place > at && each.type === 'html' && each.value.trim() === `</${name}>`,
      )
      if (end > at) {
        const Element = HARMLESS[name as keyof typeof HARMLESS]
        const inside = { type: 'paragraph', children: nodes.slice(at + 1, end) } as Parents
        shown.push(<Element key={at}>{children(inside, context, depth + 1)}</Element>)
        at = end
      }
      continue
    }
    shown.push(<Fragment key={at}>{element(node, context, depth)}</Fragment>)
  }
  return shown
}

/** The heading of the page. */
const PAGE_LEVEL = 2

/**
 * The level of each heading. They start below that of the page and leave none out, so that whoever goes from heading to
 * heading misses nothing: most texts begin with ##, and some go on from ## to ####.
 */
function headingLevels(tree: Root): ReadonlyMap<Nodes, number> {
  const levels = new Map<Nodes, number>()
  /** Marks of the headings that the next one may stand below. */
  const above: number[] = []
  const visit = (node: Nodes, depth: number): void => {
    if (node.type === 'heading') {
      while ((above.at(-1) ?? 0) >= node.depth) above.pop()
      above.push(node.depth)
      levels.set(node, Math.min(6, PAGE_LEVEL + above.length))
    }
    if ('children' in node && depth <= MAX_DEPTH) for (const child of node.children) visit(child, depth + 1)
  }
  visit(tree, 0)
  return levels
}

const HEADINGS = { 3: 'h3', 4: 'h4', 5: 'h5', 6: 'h6' } as const

function element(node: Nodes, context: Context, depth: number): ReactNode {
  if (depth > MAX_DEPTH) return 'value' in node ? node.value : null
  const inside = () => ('children' in node ? children(node, context, depth + 1) : null)
  switch (node.type) {
    case 'text':
      return node.value
    case 'paragraph':
      return isOfTags(node, context) ? <div>{inside()}</div> : <p>{inside()}</p>
    case 'heading': {
      const Heading = HEADINGS[context.levels.get(node) as keyof typeof HEADINGS] ?? 'h6'
      return <Heading data-depth={node.depth}>{inside()}</Heading>
    }
    case 'strong':
      return <strong>{inside()}</strong>
    case 'emphasis':
      return <em>{inside()}</em>
    case 'delete':
      return <del>{inside()}</del>
    case 'break':
      return <br />
    case 'thematicBreak':
      return <hr />
    case 'blockquote':
      return <blockquote>{inside()}</blockquote>
    case 'list':
      return node.ordered ? <ol start={node.start ?? 1}>{inside()}</ol> : <ul>{inside()}</ul>
    case 'listItem':
      return <li>{inside()}</li>
    case 'inlineCode':
      return <code>{node.value}</code>
    case 'code':
      return (
        <pre>
          <code>{node.value}</code>
        </pre>
      )
    case 'table':
      return table(node, context, depth)
    case 'link':
      return link(node.url, inside(), context)
    case 'image':
      return context.image && isOwnImage(node.url) ? context.image(node.url, node.alt ?? '') : node.alt
    case 'html':
      return tagsIn(node.value, context.names)?.map((tag, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they stand in the order of the text
        <Fragment key={at}>{context.components[tag.name]?.(tag)}</Fragment>
      ))
    default:
      // Definitions, references and footnotes say nothing by themselves.
      return inside()
  }
}

/** Its first row names the columns, whose cells stand as the row under it says. */
function table({ children: rows, align }: Table, context: Context, depth: number): ReactNode {
  const [head, ...body] = rows.map((row, at) => {
    const Cell = at === 0 ? 'th' : 'td'
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: they stand in the order of the text
      <tr key={at}>
        {row.children.map((cell, column) => (
          <Cell
            // biome-ignore lint/suspicious/noArrayIndexKey: they stand in the order of the text
            key={column}
            scope={at === 0 ? 'col' : undefined}
            style={{ textAlign: align?.[column] ?? undefined }}
          >
            {children(cell, context, depth + 2)}
          </Cell>
        ))}
      </tr>
    )
  })
  return (
    <table>
      <thead>{head}</thead>
      <tbody>{body}</tbody>
    </table>
  )
}

function link(url: string, words: ReactNode, { linkTo }: Context): ReactNode {
  const safe = safeLink(url)
  if (!safe) return words
  if (safe.outside) {
    return (
      <MuiLink href={safe.href} target="_blank" rel="noopener noreferrer">
        {words}
      </MuiLink>
    )
  }
  const isPage = !/^[#/]/.test(safe.href)
  return <Link to={isPage && linkTo ? linkTo(safe.href) : safe.href}>{words}</Link>
}

/** Whether a paragraph holds components, which may be blocks. */
const isOfTags = (node: Parents, { names }: Context): boolean =>
  (node.children as readonly Nodes[]).some(
    (each) => each.type === 'html' && tagsIn(each.value, names) !== null,
  )
