#!/usr/bin/env bash
for ext in *.ts; do echo "installing $ext"; done
jq '.hooks.tool_execute_befor' package.json || true
