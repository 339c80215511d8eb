// Generates the table of rooms in ARCHITECTURE.md from the table used by the architecture test. The rest of the page is
// written by hand.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { roomsTable } from '../rooms.ts'

const PAGE = 'ARCHITECTURE.md'
const TABLE = /(<!-- rooms: npm run generate -->\n)[\s\S]*?(\n<!-- end of rooms -->)/

/** @throws Error if the page lacks the markers around the table. */
export function architectureFiles(root: string): [string, string][] {
  const page = readFileSync(join(root, PAGE), 'utf8')
  if (!TABLE.test(page))
    throw new Error(`${PAGE}: the marks around the table of rooms are gone; put them back`)
  return [[PAGE, page.replace(TABLE, (_, before: string, after: string) => before + roomsTable() + after)]]
}
