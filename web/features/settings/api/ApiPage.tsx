import { useState } from 'react'
import { API_EXAMPLES, exampleSettings } from '../../../../shared/apiExamples.ts'
import { SECURITY } from '../../../addresses.ts'
import { Link, Page, Panel, Segments, TitleRow, usePageTitle } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { CodeBlock } from './CodeBlock.tsx'
import { SchemaList } from './SchemaList.tsx'

const Section = styled(Panel)(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 12,
  padding: 20,
  marginBottom: 16,
  minWidth: 0,
  '& h2': { margin: 0, ...theme.typography.h3 },
  '& h3': { margin: 0, ...theme.typography.body2, fontWeight: 600 },
  '& p': { margin: 0 },
  '& ol': { margin: 0, paddingLeft: 20, lineHeight: '24px' },
  '& article': { display: 'flex', flexDirection: 'column', gap: 8, minWidth: 0 },
}))

const LANGUAGES = [
  { value: 'curl', label: 'curl' },
  { value: 'typescript', label: 'TypeScript' },
  { value: 'python', label: 'Python' },
] as const

type Language = (typeof LANGUAGES)[number]['value']

/** How scripts use the API: how to begin, examples that run, and all that its schema has (TOKEN-10). */
export function ApiPage() {
  usePageTitle('API')
  const [language, setLanguage] = useState<Language>('curl')
  return (
    <Page title="API" subtitle="What you do here by hand, your scripts do by a token.">
      <Section>
        <h2>How to begin</h2>
        <ol>
          <li>
            Create a token under <Link to={SECURITY}>Security</Link>. It can do at most what you may, and is
            shown once.
          </li>
          <li>Set what the examples read, with the token and the ids that the first example lists.</li>
          <li>
            Send it with each request as <code>Authorization: Bearer hr_…</code>, without cookies.
          </li>
        </ol>
        <CodeBlock label="Settings" code={exampleSettings(window.location.origin)} />
        <p>
          A token makes at most 10 requests a second and 4 at a time; beyond it the answer is 429 with{' '}
          <code>Retry-After</code>. One that is not valid any more answers 401.
        </p>
      </Section>
      <Section>
        <TitleRow>
          <h2>Examples</h2>
          <Segments label="Language" segments={LANGUAGES} value={language} onChange={setLanguage} />
        </TitleRow>
        {API_EXAMPLES.map(({ key, title, text, ...code }) => (
          <article key={key} aria-label={title}>
            <h3>{title}</h3>
            <p>{text}</p>
            <CodeBlock label={`${title}, ${language}`} code={code[language]} />
          </article>
        ))}
      </Section>
      <Section>
        <SchemaList />
      </Section>
    </Page>
  )
}
