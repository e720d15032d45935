import { useApolloClient } from '@apollo/client/react'
import Checkbox from '@mui/material/Checkbox'
import { useCallback, useState } from 'react'
import { formatCount, formatNumber, MISSING } from '../../../../shared/format/number.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { type ListPage, useWindowedList } from '../../../graphql/useWindowedList.ts'
import {
  Breadcrumbs,
  type Column,
  EmptyState,
  lazily,
  MiddleEllipsis,
  usePageTitle,
} from '../../../ui/index.ts'
import { FoundTable } from '../found/FoundTable.tsx'
import { StagedDocumentsDocument, type StagedDocumentsQuery } from '../found/operations.generated.ts'
import { Page, ToolRow } from '../frame/layout.tsx'
import { NotAuthorizedScreen } from '../frame/RefusalScreens.tsx'
import { tellOtherTabs } from '../place/otherTabs.ts'
import { type OpenDocument, type Row, usePlace } from '../place/place.ts'
import { refreshTree } from '../place/refreshTree.ts'
import { StagedAudienceDocument } from './operations.generated.ts'
import { StagedTools } from './StagedTools.tsx'
import { useStagedMenu } from './useStagedMenu.tsx'

const PublishDialog = lazily(async () => (await import('./PublishDialog.tsx')).PublishDialog)
const PublicationsDialog = lazily(async () => (await import('./PublicationsDialog.tsx')).PublicationsDialog)

type StagedRow = StagedDocumentsQuery['stagedDocuments']['items'][number]

const pageOf = ({ stagedDocuments: { count, items: rows } }: StagedDocumentsQuery): ListPage<StagedRow> => ({
  count,
  rows,
})

/** "New file", "New version, move to 02 Permits". */
function whatText({ fileType, stagedChanges }: StagedRow): string {
  if (stagedChanges.length === 0) return fileType === 'FOLDER' ? 'New folder' : 'New file'
  return stagedChanges
    .map(({ text }, at) => (at === 0 ? text : `${text[0]?.toLowerCase()}${text.slice(1)}`))
    .join(', ')
}

const audienceText = ({ stagedFor }: StagedRow): string =>
  stagedFor
    ? `${formatCount(stagedFor.groupCount, 'group')}, ${formatCount(stagedFor.people, 'person', 'people')}`
    : MISSING
const differenceText = ({ stagedFor }: StagedRow): string => stagedFor?.difference ?? MISSING

const WHAT: Column<StagedRow> = {
  key: 'what',
  header: 'What is staged',
  words: whatText,
  cell: (row) => (
    <span title={row.stagedChanges.map(({ text, by }) => `${text}, by ${by}`).join('; ')}>
      {whatText(row)}
    </span>
  ),
}
const AUDIENCE: Column<StagedRow> = {
  key: 'audience',
  header: 'Who will see it',
  words: audienceText,
  cell: (row) => <span title={row.stagedFor?.groups.join(', ')}>{audienceText(row)}</span>,
}
const DIFFERENCE: Column<StagedRow> = {
  key: 'difference',
  header: 'Unlike its folder',
  words: differenceText,
  cell: (row) => <MiddleEllipsis text={differenceText(row)} />,
}

/** What is staged in a tree, with who will see it, to be corrected, dropped and published (STAGE-04). */
export function StagedPage({ root }: { root: OpenDocument }) {
  const { sees } = usePlace()
  return sees.staged ? <Staged root={root} /> : <NotAuthorizedScreen />
}

function Staged({ root }: { root: OpenDocument }) {
  const { tree, addresses } = usePlace()
  const client = useApolloClient()
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const [asking, setAsking] = useState<'publish' | 'publications'>()
  usePageTitle(`Staged · ${tree.name}`)
  const list = useWindowedList({
    query: StagedDocumentsDocument,
    variables: { treeId: tree.id },
    pageOf,
    apart: true,
  })
  const { data, refetch } = useReading(StagedAudienceDocument, { treeId: tree.id })
  const count = list.rows.length
  const arrange = useCallback(
    (others: readonly Column<Row>[]): readonly Column<StagedRow>[] => {
      const toggle = (id: string) =>
        setLeftOut(
          (before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]),
        )
      const included: Column<StagedRow> = {
        key: 'included',
        header: 'Publish',
        width: 84,
        cell: ({ id, name }) => (
          <Checkbox
            size="small"
            checked={!leftOut.has(id)}
            onChange={() => toggle(id)}
            slotProps={{ input: { 'aria-label': `Publish ${name}` } }}
          />
        ),
      }
      const modified = others.filter(({ key }) => ['size', 'modified'].includes(key))
      return [included, WHAT, ...(tree.canEditPermissions ? [AUDIENCE, DIFFERENCE] : []), ...modified]
    },
    [leftOut, tree.canEditPermissions],
  )
  const changed = async () => {
    setAsking(undefined)
    setLeftOut(new Set())
    tellOtherTabs(tree.id)
    await Promise.allSettled([list.refresh(), refetch(), refreshTree(client, tree.id)])
  }
  const { menuOf } = useStagedMenu(changed)
  const audience = data?.stagedDocuments
  return (
    <Page>
      <ToolRow>
        <Breadcrumbs
          items={[
            { label: root.name, to: addresses.to(root.id) },
            { label: 'Staged', to: addresses.staged },
          ]}
        />
        <StagedTools
          rootId={root.id}
          isEmpty={count === 0}
          onPublications={() => setAsking('publications')}
          onPublish={() => setAsking('publish')}
        />
      </ToolRow>
      <FoundTable
        label="Staged"
        keptAs="staged"
        byFolder
        list={list}
        arrange={arrange}
        menuOf={menuOf}
        strip={
          <span role="status">
            {list.waiting || count === 0
              ? ''
              : `${formatNumber(count)} staged${leftOut.size > 0 ? `, ${formatNumber(leftOut.size)} left out` : ''}${
                  audience && tree.canEditPermissions
                    ? ` · all of it for ${formatCount(audience.groups.length, 'group')}, ${formatCount(audience.people, 'person', 'people')}`
                    : ''
                }`}
          </span>
        }
        empty={
          <EmptyState
            title="Nothing is staged."
            hint="What you stage is seen by who edits here alone, until you publish it."
          />
        }
      />
      {asking === 'publish' && (
        <PublishDialog
          rootId={root.id}
          leaveOut={[...leftOut]}
          count={count}
          onClose={() => setAsking(undefined)}
          onPublished={changed}
        />
      )}
      {asking === 'publications' && <PublicationsDialog onClose={() => setAsking(undefined)} />}
    </Page>
  )
}
