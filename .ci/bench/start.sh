#!/usr/bin/env bash
# Postern as a contestant of the benchmark harness: starts it in Tomcat on PORT of 127.0.0.1, with
# TOOLS tools in its database (echo, proxy, tool_00003 ...), of which proxy calls UPSTREAM. Wants what
# "mvn verify" leaves in target/. Ends in exec, so that the process id is the server's.
set -euo pipefail
project=$(cd "$(dirname "$0")/../.." && pwd)
tomcat=${TOMCAT:-$(ls -d "$project"/target/servers/apache-tomcat-10.1.* | tail -1)}
base=$(mktemp -d "${TMPDIR:-/tmp}/postern-bench.XXXXXX")
data="$base/postern-data/ROOT"
mkdir -p "$base/conf" "$base/logs" "$base/temp" "$base/webapps" "$data"
cp "$tomcat"/conf/* "$base/conf/"
# The harness keeps its connections; a log line per request is no part of what is compared.
sed -i -e 's/<Server port="8005"/<Server port="-1"/' -e '/AccessLogValve/,/\/>/d' \
  -e "s/<Connector port=\"8080\"/<Connector maxKeepAliveRequests=\"-1\" address=\"127.0.0.1\" port=\"$PORT\" ${CONNECTOR:-}/" \
  "$base/conf/server.xml"
# Whoever registers tools while it runs: POST /admin/tools
sed -i 's|</tomcat-users>|<user username="bench" password="bench" roles="postern-admin"/>&|' \
  "$base/conf/tomcat-users.xml"
cp "${WAR:-$project/target/postern.war}" "$base/webapps/ROOT.war"
# What tomcat-conf/ advises beside a database.
mkdir -p "$base/conf/Catalina/localhost"
{
  echo '<Context>'
  sed -n '/<JarScanner>/,/<\/JarScanner>/p' "$project/tomcat-conf/context.xml"
  echo '</Context>'
} >"$base/conf/Catalina/localhost/ROOT.xml"
row() { # row NAME TYPE BLOCK DESCRIPTION PROPERTIES REQUIRED
  local schema="{\"type\":\"object\",\"properties\":{$5},\"required\":[\"$6\"]}"
  echo "INSERT INTO mcp_tool(name,enabled,config_json) VALUES ('$1',1,'{\"name\":\"$1\",\"description\":\"$4\",\"type\":\"$2\",\"inputSchema\":$schema,\"$2\":$3}');"
}
property() { # property NAME TYPE DESCRIPTION
  echo "\"$1\":{\"type\":\"$2\",\"description\":\"$3\"}"
}
fill() { # fill DATABASE
  local text id many
  text=$(property text string 'Text to return')
  id=$(property id string 'Identifier of the record')
  # The rest of the catalogue is as large as the other contestants' are.
  many="$id,$(property limit integer 'Largest number of rows to return'),$(property filter string \
    'Free-text filter'),$(property verbose boolean 'Include all fields')"
  {
    cat "$project"/sql/h2/*.sql
    row echo static '{"text":"{{args.text}}"}' 'Returns the given text.' "$text" text
    row proxy http "{\"method\":\"GET\",\"url\":\"$UPSTREAM/data/{{args.id}}\",\"timeoutMs\":30000}" \
      'Reads one record of the upstream service.' "$id" id
    for ((i = 3; i <= TOOLS; i++)); do
      row "tool_$(printf %05d "$i")" static '{"text":"filler-ok"}' \
        "Looks up record $i of the reference catalogue by its identifier, with optional paging and a free-text filter." \
        "$many" id
    done
  } >"$base/rows.sql"
  mkdir -p "$base/h2"
  (cd "$base/h2" && unzip -qoj "$base/webapps/ROOT.war" 'WEB-INF/lib/h2-*.jar')
  "$java" -cp "$(echo "$base"/h2/h2-*.jar)" org.h2.tools.RunScript \
    -url "jdbc:h2:file:$1" -user postern -password postern -script "$base/rows.sql"
}
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
# A company's tools are in its database before the gateway starts: filled once for each catalogue.
filled=$project/target/bench/$(echo "$TOOLS $UPSTREAM" | cat - "$0" "$project"/sql/h2/*.sql | cksum | cut -d' ' -f1)
if [ ! -f "$filled.mv.db" ]; then
  fill "$filled.new"
  mv "$filled.new.mv.db" "$filled.mv.db"
fi
cp "$filled.mv.db" "$data/postern.mv.db"
exec "$java" ${JAVA_OPTS:--Xms256m -Xmx2g} -Dpostern.upstream.open=loopback \
  -Djava.util.logging.config.file="$base/conf/logging.properties" \
  -Djava.util.logging.manager=org.apache.juli.ClassLoaderLogManager \
  -Dcatalina.home="$tomcat" -Dcatalina.base="$base" -Djava.io.tmpdir="$base/temp" \
  -cp "$tomcat/bin/bootstrap.jar:$tomcat/bin/tomcat-juli.jar" org.apache.catalina.startup.Bootstrap start
