/** A task with a script for each language, which reads HELIOROOM, HELIOROOM_TOKEN, TREE_ID and LOG_ID of its environment. */
export interface ApiExample {
  key: 'list' | 'upload' | 'download' | 'ask' | 'export'
  title: string
  /** What has to be known of it. */
  text: string
  curl: string
  typescript: string
  python: string
}

const CURL = `curl -s "$HELIOROOM/graphql" \\
  -H "Authorization: Bearer $HELIOROOM_TOKEN" \\
  -H "Content-Type: application/json" \\
  -d @-`

/** What the scripts in a language begin with. */
const TYPESCRIPT = `const { HELIOROOM, HELIOROOM_TOKEN, TREE_ID, LOG_ID } = process.env
const headers = { Authorization: \`Bearer \${HELIOROOM_TOKEN}\` }

async function ask(query: string, variables: object = {}) {
  const answer = await fetch(\`\${HELIOROOM}/graphql\`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = await answer.json()
  if (errors) throw new Error(errors[0].message)
  return data
}
`
const PYTHON = `import json, os, urllib.request

HELIOROOM = os.environ["HELIOROOM"]
HEADERS = {"Authorization": "Bearer " + os.environ["HELIOROOM_TOKEN"]}

def ask(query, variables={}):
    body = json.dumps({"query": query, "variables": variables}).encode()
    headers = {**HEADERS, "Content-Type": "application/json"}
    request = urllib.request.Request(HELIOROOM + "/graphql", body, headers)
    answer = json.load(urllib.request.urlopen(request))
    if answer.get("errors"):
        raise SystemExit(answer["errors"][0]["message"])
    return answer["data"]
`

const LIST = '{ portfolios(limit: 20) { name documentsTree { id } qAndALogs { id name } } }'
const PRESIGN = `mutation($tree: ID!, $root: ID!) {
  documentsPresignUploads(treeId: $tree, files: [{ name: "hello.txt", size: 5, parentId: $root }]) {
    uploads { url version file { id } }
  }
}`
const CONFIRM = `mutation($tree: ID!, $version: ID!, $document: ID!) {
  documentsConfirmUploads(treeId: $tree, uploads: [{ version: $version, documentId: $document }]) {
    files { id name } failedIds
  }
}`
const FILES = 'query($tree: ID!) { document(treeId: $tree) { children(limit: 100) { id name fileType } } }'
const DOWNLOAD =
  'mutation($tree: ID!, $document: ID!) { downloadFile(treeId: $tree, documentId: $document) { url name } }'
const CREATE = 'mutation($log: ID!) { createQuestion(logId: $log) { question { id } } }'
const WRITE =
  'mutation($id: ID!, $body: JSON!) { updateQuestion(questionId: $id, body: $body) { question { id } } }'

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')
/** In the JSON of a body. */
const quoted = (text: string): string => JSON.stringify(oneLine(text))

const BODY = {
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'When does construction begin?' }] }],
}

export const API_EXAMPLES: readonly ApiExample[] = [
  {
    key: 'list',
    title: 'List portfolios',
    text: 'With the ids of their document trees and question logs, which the other examples need.',
    curl: `${CURL} <<EOF
{ "query": ${quoted(LIST)} }
EOF
`,
    typescript: `${TYPESCRIPT}
const { portfolios } = await ask(\`${LIST}\`)
console.log(JSON.stringify(portfolios))
`,
    python: `${PYTHON}
print(json.dumps(ask("""${LIST}""")["portfolios"]))
`,
  },
  {
    key: 'upload',
    title: 'Upload a file',
    text: 'A file is announced, sent to the address that the answer gives, and confirmed. The token needs the scope read and write.',
    curl: `printf Hello > hello.txt
ANSWER=$(${CURL} <<EOF
{ "query": ${quoted(PRESIGN).replaceAll('$', '\\$')},
  "variables": { "tree": "$TREE_ID", "root": "tree:$TREE_ID" } }
EOF
)
part() { printf %s "$ANSWER" | sed "s/.*\\"$1\\":\\"\\([^\\"]*\\)\\".*/\\1/"; }
URL=$(part url)
case "$URL" in /*) URL="$HELIOROOM$URL" ;; esac
curl -s -X PUT "$URL" -H "Content-Type: text/plain" --data-binary @hello.txt
${CURL} <<EOF
{ "query": ${quoted(CONFIRM).replaceAll('$', '\\$')},
  "variables": { "tree": "$TREE_ID", "version": "$(part version)", "document": "$(part id)" } }
EOF
`,
    typescript: `${TYPESCRIPT}
const announced = await ask(\`${PRESIGN}\`, { tree: TREE_ID, root: \`tree:\${TREE_ID}\` })
const [{ url, version, file }] = announced.documentsPresignUploads.uploads
await fetch(new URL(url, HELIOROOM), { method: 'PUT', body: 'Hello' })
const confirmed = await ask(\`${CONFIRM}\`, { tree: TREE_ID, version, document: file.id })
console.log(JSON.stringify(confirmed.documentsConfirmUploads))
`,
    python: `from urllib.parse import urljoin
${PYTHON}
TREE_ID = os.environ["TREE_ID"]
announced = ask("""${PRESIGN}""", {"tree": TREE_ID, "root": "tree:" + TREE_ID})
upload = announced["documentsPresignUploads"]["uploads"][0]
address = urljoin(HELIOROOM, upload["url"])
headers = {"Content-Type": "text/plain"}
urllib.request.urlopen(urllib.request.Request(address, b"Hello", headers, method="PUT"))
confirmed = ask("""${CONFIRM}""", {"tree": TREE_ID, "version": upload["version"], "document": upload["file"]["id"]})
print(json.dumps(confirmed["documentsConfirmUploads"]))
`,
  },
  {
    key: 'download',
    title: 'Download a file',
    text: 'The address is good for five minutes. This takes the first file of the tree’s root.',
    curl: `DOCUMENT_ID=$(${CURL} <<EOF | tr '{' '\\n' | grep '"FILE"' | head -1 | sed 's/.*"id":"\\([^"]*\\)".*/\\1/'
{ "query": ${quoted(FILES).replaceAll('$', '\\$')}, "variables": { "tree": "$TREE_ID" } }
EOF
)
URL=$(${CURL} <<EOF | sed 's/.*"url":"\\([^"]*\\)".*/\\1/'
{ "query": ${quoted(DOWNLOAD).replaceAll('$', '\\$')},
  "variables": { "tree": "$TREE_ID", "document": "$DOCUMENT_ID" } }
EOF
)
curl -sL "$HELIOROOM$URL" -H "Authorization: Bearer $HELIOROOM_TOKEN"
`,
    typescript: `${TYPESCRIPT}
const { document } = await ask('${FILES}', { tree: TREE_ID })
const file = document.children.find(({ fileType }: { fileType: string }) => fileType === 'FILE')
const { downloadFile } = await ask('${DOWNLOAD}', { tree: TREE_ID, document: file.id })
const content = await fetch(new URL(downloadFile.url, HELIOROOM), { headers })
console.log(await content.text())
`,
    python: `${PYTHON}
TREE_ID = os.environ["TREE_ID"]
children = ask("${FILES}", {"tree": TREE_ID})["document"]["children"]
file = next(child for child in children if child["fileType"] == "FILE")
found = ask("${DOWNLOAD}", {"tree": TREE_ID, "document": file["id"]})
request = urllib.request.Request(HELIOROOM + found["downloadFile"]["url"], headers=HEADERS)
print(urllib.request.urlopen(request).read().decode())
`,
  },
  {
    key: 'ask',
    title: 'Ask a question',
    text: 'A new question of a log, and its text. The token needs the scope read and write.',
    curl: `QUESTION_ID=$(${CURL} <<EOF | sed 's/.*"id":"\\([^"]*\\)".*/\\1/'
{ "query": ${quoted(CREATE).replaceAll('$', '\\$')}, "variables": { "log": "$LOG_ID" } }
EOF
)
${CURL} <<EOF
{ "query": ${quoted(WRITE).replaceAll('$', '\\$')},
  "variables": { "id": "$QUESTION_ID", "body": ${JSON.stringify(BODY)} } }
EOF
`,
    typescript: `${TYPESCRIPT}
const { createQuestion } = await ask('${CREATE}', { log: LOG_ID })
const body = ${JSON.stringify(BODY)}
const written = await ask('${WRITE}', { id: createQuestion.question.id, body })
console.log(JSON.stringify(written.updateQuestion))
`,
    python: `${PYTHON}
question = ask("${CREATE}", {"log": os.environ["LOG_ID"]})["createQuestion"]["question"]
body = ${JSON.stringify(BODY)}
written = ask("${WRITE}", {"id": question["id"], "body": body})
print(json.dumps(written["updateQuestion"]))
`,
  },
  {
    key: 'export',
    title: 'Export the file index',
    text: 'Spreadsheets have the addresses that the page offers; at most 10 a minute.',
    curl: `curl -s "$HELIOROOM/documents/$TREE_ID/file-index" \\
  -H "Authorization: Bearer $HELIOROOM_TOKEN" \\
  -o file-index.xlsx
`,
    typescript: `import { writeFile } from 'node:fs/promises'
${TYPESCRIPT}
const index = await fetch(\`\${HELIOROOM}/documents/\${TREE_ID}/file-index\`, { headers })
await writeFile('file-index.xlsx', new Uint8Array(await index.arrayBuffer()))
`,
    python: `${PYTHON}
address = HELIOROOM + "/documents/" + os.environ["TREE_ID"] + "/file-index"
index = urllib.request.urlopen(urllib.request.Request(address, headers=HEADERS))
with open("file-index.xlsx", "wb") as file:
    file.write(index.read())
`,
  },
]

/** What is set before any of them. @param origin of the product */
export const exampleSettings = (origin: string): string => `export HELIOROOM=${origin}
export HELIOROOM_TOKEN=hr_…
export TREE_ID=…
export LOG_ID=…
`
