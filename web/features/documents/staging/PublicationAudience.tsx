import { IconAlertTriangle } from '@tabler/icons-react'
import { formatCount, formatNumber } from '../../../../shared/format/number.ts'
import { LEVEL_NAMES } from '../../../../shared/levelNames.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { ErrorState, Loading, SkeletonLines } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { usePlace } from '../place/place.ts'
import { PublicationAudienceDocument } from './operations.generated.ts'

/** Groups that are named; the others are counted. */
const MAX_NAMED = 5

const Frame = styled('div')(({ theme }) => ({
  border: `1px solid ${theme.vars.palette.line}`,
  borderRadius: 6,
  overflow: 'hidden',
  // In a dialog that scrolls it is not to be cut.
  flexShrink: 0,
  '& table': { width: '100%', borderCollapse: 'collapse' },
  '& th, & td': {
    height: 30,
    padding: '4px 8px',
    textAlign: 'left',
    fontWeight: 400,
    color: theme.vars.palette.ink2,
    borderBottom: `1px solid ${theme.vars.palette.line}`,
  },
  '& th:first-of-type, & td[colspan]': { paddingLeft: 14 },
  '& :is(th, td):last-of-type': { paddingRight: 14 },
  '& thead th': { ...theme.typography.caption, fontWeight: 500 },
  '& tbody th': { fontWeight: 500, color: theme.vars.palette.ink, overflowWrap: 'anywhere' },
  '& tbody:last-child tr:last-of-type > *': { borderBottom: 0 },
  '& [data-figure]': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  '& [data-level]': { whiteSpace: 'nowrap' },
  '& table:not(:last-child) tbody tr:last-of-type > *': {
    borderBottom: `1px solid ${theme.vars.palette.line}`,
  },
}))

const Wider = styled('p')(({ theme }) => ({
  display: 'flex',
  gap: 8,
  margin: 0,
  padding: '8px 14px',
  ...theme.typography.caption,
  lineHeight: '20px',
  fontWeight: 500,
  color: theme.vars.palette.warning.text,
  backgroundColor: theme.vars.palette.warning.tint,
  overflowWrap: 'anywhere',
  '& > svg': { flex: 'none', width: 16, height: 16, marginTop: 2 },
}))

interface PublicationAudienceProps {
  asked: { documentIds: string[]; leaveOut: string[] }
}

/** Who will see what is about to be published, and whether any of it opens to more than its folder (STAGE-05). */
export function PublicationAudience({ asked }: PublicationAudienceProps) {
  const { tree } = usePlace()
  const { data, error, loading } = useReading(PublicationAudienceDocument, { treeId: tree.id, ...asked })
  const audience = data?.publicationAudience
  if (!audience) {
    return (
      <Loading active={loading} skeleton={<SkeletonLines />}>
        {error && <ErrorState {...error} />}
      </Loading>
    )
  }
  const { groups, groupCount, widerCount, widerName } = audience
  if (groupCount === 0) return <p style={{ margin: 0 }}>Nobody but admins will see them.</p>
  const named = groups.slice(0, groupCount > MAX_NAMED ? MAX_NAMED - 1 : MAX_NAMED)
  const others = groupCount - named.length
  return (
    <Frame>
      <table>
        <thead>
          <tr>
            <th scope="col">Who will see them</th>
            <th scope="col">At most</th>
            <th scope="col" data-figure="">
              Entries
            </th>
            <th scope="col" data-figure="">
              People
            </th>
          </tr>
        </thead>
        <tbody>
          {named.map(({ id, name, level, entries, people }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td data-level="">{LEVEL_NAMES[level]}</td>
              <td data-figure="">{formatNumber(entries)}</td>
              <td data-figure="">{formatNumber(people)}</td>
            </tr>
          ))}
          {others > 0 && (
            <tr>
              <td colSpan={4}>and {formatCount(others, 'more group')}</td>
            </tr>
          )}
        </tbody>
      </table>
      {widerCount > 0 && (
        <Wider>
          <IconAlertTriangle aria-hidden="true" />
          <span>
            {formatCount(widerCount, 'entry opens', 'entries open')} to more groups than{' '}
            {widerCount === 1 ? 'its folder' : 'their folders'}: {widerName}
            {widerCount > 1 && ` and ${formatNumber(widerCount - 1)} more`}.
          </span>
        </Wider>
      )}
    </Frame>
  )
}
