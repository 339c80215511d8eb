// Variables that a PowerShell script sets for the programs that it starts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeSetters } from '../../runtime/documents/powershell/environments.ts'

const ordinary = [
  '$env:PATH = "C:\\tools;$env:PATH"',
  '$env:PATH = "/opt/homebrew/bin:$env:PATH"',
  '$env:PATH = "$env:PATH:/usr/local/bin"',
  '$env:PATH = "$HOME/.local/bin$([IO.Path]::PathSeparator)$env:PATH"',
  '$env:Path += ";$env:USERPROFILE\\.dotnet\\tools"',
  '$before = $env:PATH\n$env:PATH = $before',
  'if ($env:PATH -like "*x*") { exit 0 }',
  '$env:PYTHONIOENCODING = "utf-8"',
  '$env:NODE_OPTIONS = ""',
]

const setting = [
  '$env:PATH = "$PSScriptRoot\\bin;" + $env:PATH',
  '$env:Path += ";.\\bin"',
  '${env:PATH} = "C:\\..\\x;$env:PATH"',
  '$env:PATH = $folder',
  '$env:PYTHONPATH = "$PSScriptRoot/lib"',
  "[Environment]::SetEnvironmentVariable('BASH_ENV', './y')",
]

for (const code of ordinary)
  test(`${JSON.stringify(code)} makes nothing run`, () => assert.deepEqual(codeSetters(code), []))

for (const code of setting)
  test(`${JSON.stringify(code)} may make something run`, () => assert.equal(codeSetters(code).length, 1))
