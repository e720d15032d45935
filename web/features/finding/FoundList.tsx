import { IconFolder } from '@tabler/icons-react'
import { Link } from 'react-router'
import { matchesIn } from '../../../shared/finding/matches.ts'
import type { Term } from '../../../shared/finding/search.ts'
import { FileGlyph, MarkedText, PlainList } from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import type { Kind } from './kinds.ts'
import type { FoundFactsFragment } from './operations.generated.ts'

export type Found = FoundFactsFragment['items'][number]

const Row = styled(Link)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '18px minmax(0, 1fr)',
  columnGap: 10,
  padding: '9px 14px',
  borderTop: `1px solid ${theme.vars.palette.line}`,
  color: theme.vars.palette.ink,
  textDecoration: 'none',
  '&:hover, &:focus-visible': { backgroundColor: theme.vars.palette.selected },
  '&:focus-visible': { outlineOffset: -2 },
  '& > svg': { marginTop: 1, color: theme.vars.palette.ink3 },
  '& > div': { minWidth: 0, overflowWrap: 'anywhere' },
  '& strong': { marginRight: 10, fontWeight: 600 },
  '& small': theme.typography.note,
  '& p': { margin: '2px 0 0', maxWidth: 980, lineHeight: '20px', color: theme.vars.palette.ink2 },
}))

interface FoundListProps {
  kind: Kind
  items: readonly Found[]
  terms: readonly Term[]
  /** Before a page is opened. */
  onOpen: () => void
}

/** What a search has found of a kind: title, place, and the words around those that were searched for. */
export function FoundList({ kind: { label, kind, icon: Icon }, items, terms, onOpen }: FoundListProps) {
  return (
    <PlainList aria-label={label}>
      {items.map(({ title, isFolder, place, path, passage }) => (
        <li key={path}>
          <Row to={path} onClick={onOpen}>
            {isFolder ? (
              <IconFolder size={18} stroke={1.6} role="img" aria-label="Folder" />
            ) : kind === 'DOCUMENT' ? (
              <FileGlyph name={title} />
            ) : (
              <Icon size={18} stroke={1.6} aria-hidden="true" />
            )}
            <div>
              <strong>
                <Marked text={title} terms={terms} />
              </strong>
              <small>{place}</small>
              {passage != null && (
                <p>
                  <Marked text={passage} terms={terms} />
                </p>
              )}
            </div>
          </Row>
        </li>
      ))}
    </PlainList>
  )
}

/** A text with the words of the search marked, by the rules that found them. */
function Marked({ text, terms }: { text: string; terms: readonly Term[] }) {
  const wanted = terms.filter(({ excluded }) => !excluded)
  return <MarkedText text={text} marks={matchesIn(text, wanted).toSorted((a, b) => a.start - b.start)} />
}
