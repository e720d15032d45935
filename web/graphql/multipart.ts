/** Files among the variables of a call, by where they stand, such as `variables.file`. */
export type FilesByPath = ReadonlyMap<string, File>

/** A call whose body is JSON as one of parts: `operations`, `map`, then the files (transport.md 3). */
export function inParts({ body, headers, ...init }: RequestInit, files: FilesByPath): RequestInit {
  const form = new FormData()
  const paths = [...files.keys()]
  form.append('operations', String(body))
  form.append('map', JSON.stringify(Object.fromEntries(paths.map((path, at) => [at, [path]]))))
  for (const [at, file] of [...files.values()].entries()) form.append(String(at), file, file.name)
  const given = new Headers(headers)
  // The browser writes it, with the boundary between the parts.
  given.delete('content-type')
  return { ...init, headers: given, body: form }
}
