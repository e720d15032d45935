import { useApolloClient } from '@apollo/client/react'
import { useCallback, useState } from 'react'
import { type ListPage, useWindowedList } from '../../../graphql/useWindowedList.ts'
import { Breadcrumbs, type Column, EmptyState, lazily, usePageTitle } from '../../../ui/index.ts'
import { FoundTable } from '../found/FoundTable.tsx'
import { StagedDocumentsDocument, type StagedDocumentsQuery } from '../found/operations.generated.ts'
import { Page, ToolRow } from '../frame/layout.tsx'
import { NotAuthorizedScreen } from '../frame/RefusalScreens.tsx'
import { tellOtherTabs } from '../place/otherTabs.ts'
import { type OpenDocument, type Row, usePlace } from '../place/place.ts'
import { refreshTree } from '../place/refreshTree.ts'
import { totalText } from '../place/sizes.ts'
import { FolderHead } from './FolderHead.tsx'
import { StagedTools } from './StagedTools.tsx'
import { type StagedRow, stagedColumns, stagedFacts } from './stagedColumns.tsx'
import { useChosen } from './useChosen.ts'
import { useChosenActions } from './useChosenActions.tsx'
import { useStagedMenu } from './useStagedMenu.tsx'

const PublishDialog = lazily(async () => (await import('./PublishDialog.tsx')).PublishDialog)
const PublicationsDialog = lazily(async () => (await import('./PublicationsDialog.tsx')).PublicationsDialog)

const pageOf = ({ stagedDocuments: { count, items: rows } }: StagedDocumentsQuery): ListPage<StagedRow> => ({
  count,
  rows,
})

/** What is staged in a tree, with who will see it, to be corrected, dropped and published (STAGE-04). */
export function StagedPage({ root }: { root: OpenDocument }) {
  const { sees } = usePlace()
  return sees.staged ? <Staged root={root} /> : <NotAuthorizedScreen />
}

function Staged({ root }: { root: OpenDocument }) {
  const { tree, addresses, isReadOnly } = usePlace()
  const client = useApolloClient()
  const [asking, setAsking] = useState<'publish' | 'publications'>()
  usePageTitle(`Staged · ${tree.name}`)
  const list = useWindowedList({
    query: StagedDocumentsDocument,
    variables: { treeId: tree.id },
    pageOf,
    apart: true,
  })
  const count = list.rows.length
  const chosen = useChosen(list)
  const arrange = useCallback(
    (others: readonly Column<Row>[]): readonly Column<StagedRow>[] => [
      ...stagedColumns(tree.canEditPermissions),
      ...others
        .filter(({ key }) => ['size', 'modified'].includes(key))
        .map((column) => ({ ...column, optional: true })),
    ],
    [tree.canEditPermissions],
  )
  const changed = async () => {
    setAsking(undefined)
    chosen.reset()
    tellOtherTabs(tree.id)
    await Promise.allSettled([list.refresh(), refreshTree(client, tree.id)])
  }
  const { menuOf } = useStagedMenu(changed)
  const { actions, dialogs } = useChosenActions(chosen, changed)
  const { selection, leftOut } = chosen
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
          isEmpty={chosen.count === 0}
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
        factsOf={stagedFacts}
        menuOf={menuOf}
        {...(!isReadOnly &&
          count > 0 && {
            choice: {
              selection: { ...selection, summary: totalText(chosen.rows ?? []), actions },
              setBack: { ids: leftOut, label: 'Left out' },
            },
            groupHead: (rows: readonly StagedRow[]) => (
              <FolderHead
                rows={rows}
                isChosen={(id) => selection.selected.has(id)}
                onToggle={(isOn) => chosen.toggle(rows, isOn)}
              />
            ),
          })}
        strip={null}
        empty={
          <EmptyState
            title="Nothing is staged."
            hint="What you stage is seen by who edits here alone, until you publish it."
          />
        }
      />
      {dialogs}
      {asking === 'publish' && (
        <PublishDialog
          asked={chosen.asked(root.id)}
          count={chosen.count}
          onClose={() => setAsking(undefined)}
          onPublished={changed}
        />
      )}
      {asking === 'publications' && <PublicationsDialog onClose={() => setAsking(undefined)} />}
    </Page>
  )
}
