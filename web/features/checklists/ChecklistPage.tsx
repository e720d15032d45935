import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useReading } from '../../graphql/useReading.ts'
import { ErrorState, useUnsaved } from '../../ui/index.ts'
import { Drafts } from './drafts.ts'
import { Body, type ChecklistPageProps, OpenMatrix, Sentence } from './OpenMatrix.tsx'
import { ActiveChecklistsDocument } from './operations.generated.ts'

/** The checklist of a portfolio: the chosen one of those that are active. */
export function ChecklistPage(props: ChecklistPageProps) {
  const { portfolioId } = props
  const [address, setAddress] = useSearchParams()
  const [drafts] = useState(() => new Drafts())
  useUnsaved(drafts.hasText)
  const active = useReading(ActiveChecklistsDocument, { portfolioId })
  const checklists = active.data?.activeChecklists ?? []
  // CHK-04
  const chosen = checklists.find(({ id }) => id === address.get('checklist')) ?? checklists[0]
  if (active.error && !active.data) {
    return (
      <Body>
        <ErrorState {...active.error} />
      </Body>
    )
  }
  if (!active.data) return <Sentence>Loading</Sentence>
  if (!chosen) return <Sentence>No active checklist</Sentence>
  const choose = (id: string) =>
    setAddress((before) => {
      // What it is narrowed to stays; items are those of one checklist.
      const after = new URLSearchParams(before)
      after.delete('item')
      after.set('checklist', id)
      return after
    })
  return (
    <OpenMatrix
      key={chosen.id}
      {...props}
      drafts={drafts}
      checklists={checklists}
      chosen={chosen}
      firstItem={address.get('item')}
      onChoose={choose}
    />
  )
}
