import { IconSparkles } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type Command, lazily } from '../../../ui/index.ts'
import { type Row, usePlace } from '../place/place.ts'
import type { DocumentToSummarise } from './CopilotWindow.tsx'

const CopilotWindow = lazily(async () => (await import('./CopilotWindow.tsx')).CopilotWindow)

/** Summaries of documents, where the organisation has the copilot (COP-01). */
export function useCopilot(): { command: Command<Pick<Row, 'id' | 'name'>>; dialog: ReactNode } {
  const { tree } = usePlace()
  // It stands beside the work: what it is about stays when the person walks on.
  const [documents, setDocuments] = useState<readonly DocumentToSummarise[]>()
  return {
    command: {
      key: 'copilot',
      label: 'Copilot',
      icon: <IconSparkles />,
      allowed: tree.org.featureFlags.copilot,
      many: true,
      run: (chosen) => setDocuments(chosen.map(({ id, name }) => ({ id, name }))),
    },
    dialog: documents && (
      <CopilotWindow
        key={documents.map(({ id }) => id).join()}
        documents={documents}
        onClose={() => setDocuments(undefined)}
      />
    ),
  }
}
