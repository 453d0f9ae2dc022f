#!/bin/sh
# Copy to $CATALINA_BASE/bin/setenv.sh; Tomcat's start script reads it. Readable for Tomcat's user
# only, because of the secrets.

# 512 MB serve some thousand tools; more helps when many large answers travel at once.
CATALINA_OPTS="$CATALINA_OPTS -Xms256m -Xmx512m -XX:+ExitOnOutOfMemoryError"

# Settings can stand here instead of in context.xml, for instance:
# export POSTERN_ACCESS=open

# What tools refer to as {{secrets.WEATHER_API_TOKEN}}:
# export POSTERN_SECRET_WEATHER_API_TOKEN=CHANGE-ME
