import Button from '@mui/material/Button'
import { IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { markedWords } from '../../../../shared/finding/markedWords.ts'
import { parseSearch } from '../../../../shared/finding/search.ts'
import { numberedName } from '../../../../shared/numberedNames.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  EmptyState,
  ErrorState,
  FileGlyph,
  FolderGlyph,
  MarkedText,
  NotYet,
  Panel,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { namedDocument } from '../place/address.ts'
import { passageAddress } from '../place/foundPassage.ts'
import { type OpenDocument, usePlace } from '../place/place.ts'
import type { Search } from '../place/term.ts'
import { askInstead } from './askInstead.tsx'
import { ContentFilterBar } from './ContentFilterBar.tsx'
import { contentFiltersOf } from './contentFilters.ts'
import { SearchContentsDocument, type SearchContentsQuery } from './operations.generated.ts'

type Found = SearchContentsQuery['contentSearch']['items'][number]
type Passage = Found['passages'][number]

/** Documents of one page, and passages of a document before the others are asked for. */
const PAGE = 50
const SHOWN = 3

const Block = styled('div')({ marginTop: 16 })

const ResultsHead = styled('div')(({ theme }) => ({
  display: 'flex',
  justifyContent: 'space-between',
  gap: 16,
  padding: '6px 14px',
  ...theme.typography.caption,
  color: theme.vars.palette.ink2,
  backgroundColor: theme.vars.palette.background.default,
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  '& > span': { color: theme.vars.palette.ink3 },
  [theme.breakpoints.down('md')]: { '& > span': { display: 'none' } },
}))

const Entry = styled('section')(({ theme }) => ({
  padding: '10px 14px',
  '& + &': { borderTop: `1px solid ${theme.vars.palette.line}` },
  '& > header': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: 10,
    minWidth: 0,
    '& > a': { fontWeight: 600, color: 'inherit', textDecoration: 'none', overflowWrap: 'anywhere' },
    '& > a:hover': { textDecoration: 'underline' },
    '& > span': { ...theme.typography.note, overflowWrap: 'anywhere' },
    '& > small': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: 4,
      marginLeft: 'auto',
      ...theme.typography.note,
    },
  },
}))

const Row = styled(Link)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '104px minmax(0, 1fr)',
  margin: '2px -14px',
  padding: '5px 14px 5px 44px',
  color: theme.vars.palette.ink2,
  textDecoration: 'none',
  '&:hover, &:focus-visible': { backgroundColor: theme.vars.palette.selected },
  '& > span:first-of-type': {
    ...theme.typography.caption,
    lineHeight: '20px',
    fontWeight: 500,
    color: theme.vars.palette.accent.text,
    overflowWrap: 'anywhere',
  },
  '& > span:last-of-type': { maxWidth: 980, lineHeight: '20px', overflowWrap: 'anywhere' },
  [theme.breakpoints.down('md')]: {
    gridTemplateColumns: 'minmax(0, 1fr)',
    padding: '8px 14px',
  },
}))

const More = styled('div')({ paddingLeft: 24 })

/** What documents say that answers the search, document by document, the best first (FIND-05, FIND-06). */
export function ContentResults({
  folder,
  search,
  isWhole,
  isSaid,
  onFound,
}: {
  folder: OpenDocument
  search: Search
  /** Whether names stand in this list, too. */
  isWhole: boolean
  /** Whether the list of names has said that nothing was found. */
  isSaid: boolean
  /** Tells how many documents stand in the list; null while that is not known. */
  onFound: (documents: number | null) => void
}) {
  const place = usePlace()
  const { tree } = place
  const [address] = useSearchParams()
  const filters = contentFiltersOf(address)
  const [limit, setLimit] = useState(PAGE)
  const parsed = parseSearch(search.text)
  const refused = 'refused' in parsed ? parsed.refused : null
  const { data, error, stale } = useReading(
    SearchContentsDocument,
    {
      treeId: tree.id,
      text: search.text,
      folderId: search.everywhere ? null : namedDocument(tree.id, folder.id),
      fileTypes: filters.kinds.length > 0 ? [...filters.kinds] : null,
      labels: filters.labels.length > 0 ? [...filters.labels] : null,
      from: filters.from || null,
      to: filters.to || null,
      // To who does not see the history it says nothing.
      uploadedBy: (tree.canViewDocumentsHistory && filters.by) || null,
      newOnly: filters.newOnly || null,
      limit,
      offset: 0,
    },
    { keep: true, skip: refused !== null },
  )
  const found = data?.contentSearch
  const items = (found?.items ?? []).filter(({ passages }) => isWhole || passages.length > 0)
  const tell = useEffectEvent(onFound)
  const count = found && !stale ? items.length : null
  useEffect(() => tell(count), [count])
  return (
    <Block>
      <Panel>
        <ContentFilterBar
          found={found && !stale ? foundText(items) : ''}
          uploaders={found?.uploaders ?? []}
        />
        <ResultsHead>
          In documents<span>More of the words and nearer together first</span>
        </ResultsHead>
        {error && <ErrorState message={error.message} onRetry={error.onRetry} />}
        {refused !== null && <EmptyState title={refused} />}
        {!found && !error && refused === null && <NotYet />}
        {found && refused === null && items.length === 0 && !isSaid && (
          <EmptyState
            title="No document says this."
            hint="All words have to stand in a document. Try fewer words, or the beginning of one."
            // What a name answers was found.
            {...(found.items.length === 0 && !stale && askInstead(place, search.text))}
          />
        )}
        {items.map((item) => (
          <FoundDocument key={item.document.id} item={item} />
        ))}
        {found && (found.count > limit || found.isCountLimited) && (
          <Entry>
            {found.count > limit && limit < 200 ? (
              <Button size="small" variant="text" onClick={() => setLimit(limit + PAGE)}>
                Show more documents
              </Button>
            ) : (
              'There are more. Type more to find fewer.'
            )}
          </Entry>
        )}
      </Panel>
    </Block>
  )
}

const foundText = (items: readonly Found[]): string => {
  const passages = items.reduce((sum, item) => sum + item.passages.length, 0)
  return `${passages} ${passages === 1 ? 'passage' : 'passages'} in ${items.length} ${items.length === 1 ? 'document' : 'documents'}`
}

function FoundDocument({ item: { document, passages } }: { item: Found }) {
  const { addresses } = usePlace()
  const [all, setAll] = useState(false)
  const shown = all ? passages : passages.slice(0, SHOWN)
  const hidden = passages.length - shown.length
  const isFolder = document.fileType === 'FOLDER'
  return (
    <Entry aria-label={document.name}>
      <header>
        {isFolder ? <FolderGlyph /> : <FileGlyph name={document.name} />}
        <Link to={addresses.to(document.id)}>{numberedName(document)}</Link>
        <span>
          {document.ancestors
            .slice(1)
            .map(({ name }) => name)
            .join(' / ')}
        </span>
        {document.readingState === 'PARTLY_READ' && (
          <small>
            <IconInfoCircle size={14} aria-hidden="true" />
            {document.readingProblem}
          </small>
        )}
      </header>
      {shown.map((passage, at) => (
        <Row
          // Passages are told apart by their place in the answer alone.
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change places.
          key={at}
          to={passageAddress(addresses, document.id, {
            page: passage.page ?? null,
            sheet: passage.sheet ?? null,
            words: markedWords(passage),
          })}
        >
          <span>{placeText(passage)}</span>
          <span>
            {passage.text === null || passage.text === undefined ? '' : <Marked passage={passage} />}
          </span>
        </Row>
      ))}
      {hidden > 0 && (
        <More>
          <Button size="small" variant="text" onClick={() => setAll(true)}>
            {hidden} more in this document
          </Button>
        </More>
      )}
    </Entry>
  )
}

const placeText = ({ page, sheet }: Passage): string => {
  if (page != null) return `page ${page}`
  return sheet ? `sheet “${sheet}”` : ''
}

function Marked({ passage: { text, marks } }: { passage: Passage }) {
  const ranges = marks.map(([start = 0, length = 0]) => ({ start, end: start + length }))
  return <MarkedText text={text ?? ''} marks={ranges} />
}
