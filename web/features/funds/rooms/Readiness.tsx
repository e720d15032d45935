import { Link } from 'react-router'
import { formatCount } from '../../../../shared/format/number.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { ErrorState, Loading, PageBody, Panel, SkeletonLines } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { RoomReadinessDocument, type RoomReadinessQuery } from './operations.generated.ts'

type Finding = RoomReadinessQuery['roomReadiness'][number]

/** What each kind is called; the figure is how many of the noun are meant. */
const KINDS: Readonly<Record<Finding['kind'], { title: string; noun: string }>> = {
  CELL_WITHOUT_DOCUMENT: { title: 'Checklist cells without a document', noun: 'cell' },
  EMPTY_FOLDER: { title: 'Empty folders', noun: 'folder' },
  UNREADABLE: { title: 'Unreadable or password-protected files', noun: 'file' },
  NO_PAGES: { title: 'Files that can’t be shown as pages', noun: 'file' },
  DUPLICATE: { title: 'Files with the same content', noun: 'file' },
  DRAFT_NAME: { title: 'Names with ‘draft’', noun: 'entry' },
  EMPTY_GROUP: { title: 'Groups without a member', noun: 'group' },
  ADMINS_ONLY: { title: 'Documents that nobody but admins may see', noun: 'file' },
  REDACTION_DRAFT: { title: 'Drafts of redactions', noun: 'file' },
}

const Sections = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 16,
  maxWidth: 880,
  '& > p': { margin: 0, color: theme.vars.palette.ink2 },
}))

const Section = styled(Panel)(({ theme }) => ({
  padding: '12px 0 6px',
  '& > h2': {
    display: 'flex',
    justifyContent: 'space-between',
    gap: 12,
    margin: '0 16px 6px',
    ...theme.typography.h4,
  },
  '& > h2 > small': { ...theme.typography.body1, color: theme.vars.palette.ink3, whiteSpace: 'nowrap' },
  '& > ul': { margin: 0, padding: 0, listStyle: 'none' },
  '& li': { position: 'relative', padding: '6px 16px', ...theme.typography.body1 },
  '& li:hover': { backgroundColor: theme.vars.palette.hover },
  '& li > a': { color: theme.vars.palette.ink, textDecoration: 'none', overflowWrap: 'anywhere' },
  // The whole line leads there.
  '& li > a::after': { content: '""', position: 'absolute', inset: 0 },
  '& li > a:hover': { color: theme.vars.palette.accent.text },
  '& li > small': { marginLeft: 8, ...theme.typography.note },
}))

/** What a deal room lacks before it opens, each line leading there (STAGE-07). */
export function Readiness({ portfolioId }: { portfolioId: string }) {
  const { data, error, loading } = useReading(
    RoomReadinessDocument,
    { portfolioId },
    { fetchPolicy: 'network-only' },
  )
  const findings = data?.roomReadiness
  if (!findings) {
    return (
      <PageBody>
        <Loading active={loading} skeleton={<SkeletonLines />}>
          {error && <ErrorState {...error} />}
        </Loading>
      </PageBody>
    )
  }
  const byKind = [...Map.groupBy(findings, ({ kind }) => kind)]
  return (
    <PageBody>
      <Sections>
        <p>
          {byKind.length === 0
            ? 'Nothing was found that this room lacks.'
            : 'This is what was found. Nothing of it keeps the room from opening.'}
        </p>
        {byKind.map(([kind, lines]) => (
          <Kind key={kind} kind={kind} lines={lines} />
        ))}
      </Sections>
    </PageBody>
  )
}

function Kind({ kind, lines }: { kind: Finding['kind']; lines: readonly Finding[] }) {
  const { title, noun } = KINDS[kind]
  const count = lines.reduce((sum, line) => sum + line.count, 0)
  return (
    <Section>
      <h2 id={kind}>
        {title}
        <small>{formatCount(count, noun)}</small>
      </h2>
      <ul aria-labelledby={kind}>
        {lines.map(({ text, path, count: meant }) => (
          <li key={`${path} ${text}`}>
            <Link to={path}>{text}</Link>
            {kind === 'CELL_WITHOUT_DOCUMENT' && <small>{formatCount(meant, noun)}</small>}
          </li>
        ))}
      </ul>
    </Section>
  )
}
