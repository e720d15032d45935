import { createElement, Fragment, memo, type ReactNode } from 'react'
import { type RichBlock, type RichInline, type RichMark, readRichText } from '../../../shared/richText.ts'
import { styled } from '../theme/styled.tsx'
import { richTextStyles } from './styles.ts'

const Body = styled('div')(({ theme }) => richTextStyles(theme))

const MARKS = { bold: 'strong', italic: 'em', underline: 'u', strike: 's' } as const

/** Opens in a new tab, and gives the page there nothing of this one (QA-38). */
function marked(children: ReactNode, mark: RichMark): ReactNode {
  if (mark.type !== 'link') return createElement(MARKS[mark.type], null, children)
  return (
    <a href={mark.attrs.href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}

const inlines = (content: readonly RichInline[] = []): ReactNode =>
  content.map((inline, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have an order and nothing else
    <Fragment key={at}>
      {inline.type === 'hardBreak' ? <br /> : (inline.marks ?? []).reduce<ReactNode>(marked, inline.text)}
    </Fragment>
  ))

function block(each: RichBlock): ReactNode {
  if (each.type === 'paragraph') return <p>{inlines(each.content)}</p>
  const content = each.content.map((inner, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have an order and nothing else
    <Fragment key={at}>{block(inner)}</Fragment>
  ))
  if (each.type === 'orderedList') return <ol start={each.attrs.start}>{content}</ol>
  if (each.type === 'bulletList') return <ul>{content}</ul>
  return each.type === 'listItem' ? <li>{content}</li> : <blockquote>{content}</blockquote>
}

/** A rich text as it is kept: elements made of known kinds, never markup (QA-38). What is none shows nothing. */
export const RichTextView = memo(({ text }: { text: unknown }) => {
  const { text: known } = readRichText(text)
  if (!known) return null
  return (
    <Body>
      {known.content.map((each, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have an order and nothing else
        <Fragment key={at}>{block(each)}</Fragment>
      ))}
    </Body>
  )
})
