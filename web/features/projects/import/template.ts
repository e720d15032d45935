import type { ApolloClient } from '@apollo/client'
import { ExportProjectTemplateDocument } from './operations.generated.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Saves the template of a portfolio on the person's machine (IMP-05); throws where there is none. */
export async function saveTemplate(client: ApolloClient, portfolioId: string): Promise<void> {
  const { data } = await client.query({
    query: ExportProjectTemplateDocument,
    variables: { portfolioId },
    fetchPolicy: 'no-cache',
  })
  const { fileContent, error } = data?.exportProjectTemplate ?? {}
  if (!fileContent) throw new Error(error ?? 'There is no template.')
  const bytes = Uint8Array.from(atob(fileContent), (sign) => sign.charCodeAt(0))
  const address = URL.createObjectURL(new Blob([bytes], { type: XLSX }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'projects_template.xlsx'
  link.click()
  // The download has begun by then; the bytes need not stay in memory.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
