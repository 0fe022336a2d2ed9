import { consumerSecret, portVariable, receiverPort, signatureHeader } from './receiver.ts';

const words = {
  port: receiverPort,
  header: signatureHeader,
  secret: consumerSecret,
  PORT: portVariable,
};

const ecmascript = (typed: boolean): string => {
  const t = (types: string) => (typed ? types : '');
  return `// Node.js ${typed ? '22.18' : '20'} or newer, without packages: save it as receiver.${typed ? 'ts' : 'mjs'}, then run node receiver.${typed ? 'ts' : 'mjs'}
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.env.${words.secret};
if (!secret) throw new Error('Set ${words.secret} in the environment');
const port = Number(process.env.${words.PORT} ?? ${words.port});

const signed = (data${t(': string | Buffer')}) =>
  'sha256=' + createHmac('sha256', secret).update(data).digest('base64');

// Takes the same time wherever they differ
function isSame(a${t(': string')}, b${t(': string')}) {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

createServer(async (request, response) => {
  if (request.method === 'GET') {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const token = searchParams.get('crc_token');
    if (token === null) return response.writeHead(400).end();
    response.setHeader('Content-Type', 'application/json');
    return response.end(JSON.stringify({ response_token: signed(token) }));
  }
  // The bytes as they came: JSON that is written again has another signature
  const chunks${t(': Buffer[]')} = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const came = request.headers['${words.header}'];
  if (typeof came !== 'string' || !isSame(came, signed(body))) return response.writeHead(401).end();
  console.log('delivery', body.toString());
  response.writeHead(200).end();
}).listen(port, '127.0.0.1', () => console.log('Listening on http://127.0.0.1:' + port));
`;
};

const python = `# Python 3.8 or newer, without packages: save it as receiver.py, then run python3 receiver.py
import base64, hashlib, hmac, json, os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

secret = os.environ['${words.secret}'].encode()
port = int(os.environ.get('${words.PORT}', '${words.port}'))

def signed(data):
    return 'sha256=' + base64.b64encode(hmac.new(secret, data, hashlib.sha256).digest()).decode()

class Receiver(BaseHTTPRequestHandler):
    def do_GET(self):
        query = parse_qs(urlsplit(self.path).query, keep_blank_values=True)
        if 'crc_token' not in query:
            return self.answer(400)
        self.answer(200, json.dumps({'response_token': signed(query['crc_token'][0].encode())}).encode())

    def do_POST(self):
        # The bytes as they came: JSON that is written again has another signature
        body = self.rfile.read(int(self.headers.get('Content-Length', 0)))
        came = self.headers.get('${words.header}', '')
        # Takes the same time wherever they differ
        if not hmac.compare_digest(came.encode(), signed(body).encode()):
            return self.answer(401)
        print('delivery', body.decode(), flush=True)
        self.answer(200)

    def answer(self, status, body=b''):
        self.send_response(status)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

server = ThreadingHTTPServer(('127.0.0.1', port), Receiver)
print(f'Listening on http://127.0.0.1:{port}', flush=True)
server.serve_forever()
`;

const go = `// Go 1.18 or newer, without packages: save it as receiver.go, then run go run receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
)

var secret = os.Getenv("${words.secret}")

func signed(data []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(data)
	return "sha256=" + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

func receive(response http.ResponseWriter, request *http.Request) {
	if request.Method == "GET" {
		query := request.URL.Query()
		if !query.Has("crc_token") {
			response.WriteHeader(400)
			return
		}
		response.Header().Set("Content-Type", "application/json")
		json.NewEncoder(response).Encode(map[string]string{"response_token": signed([]byte(query.Get("crc_token")))})
		return
	}
	// The bytes as they came: JSON that is written again has another signature
	body, err := io.ReadAll(request.Body)
	// hmac.Equal takes the same time wherever they differ
	if err != nil || !hmac.Equal([]byte(request.Header.Get("${words.header}")), []byte(signed(body))) {
		response.WriteHeader(401)
		return
	}
	fmt.Println("delivery", string(body))
}

func main() {
	if secret == "" {
		log.Fatal("Set ${words.secret} in the environment")
	}
	port := os.Getenv("${words.PORT}")
	if port == "" {
		port = "${words.port}"
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("Listening on http://127.0.0.1:" + port)
	log.Fatal(http.Serve(listener, http.HandlerFunc(receive)))
}
`;

const ruby = `# Ruby 2.7 or newer, without gems: save it as receiver.rb, then run ruby receiver.rb
require 'json'
require 'openssl'
require 'socket'
require 'uri'

SECRET = ENV.fetch('${words.secret}')
port = Integer(ENV.fetch('${words.PORT}', '${words.port}'))

def signed(data)
  'sha256=' + [OpenSSL::HMAC.digest('SHA256', SECRET, data)].pack('m0')
end

# OpenSSL.fixed_length_secure_compare takes the same time wherever they differ
def same?(a, b)
  a.bytesize == b.bytesize && OpenSSL.fixed_length_secure_compare(a, b)
end

def answer(request, body, came)
  method, target = request.split
  if method == 'GET'
    token = URI.decode_www_form(target.split('?', 2)[1].to_s).to_h['crc_token']
    return token ? [200, JSON.generate(response_token: signed(token))] : [400, '']
  end
  return [401, ''] unless same?(came, signed(body))
  puts "delivery #{body}"
  $stdout.flush
  [200, '']
end

server = TCPServer.new('127.0.0.1', port)
puts "Listening on http://127.0.0.1:#{port}"
$stdout.flush
loop do
  Thread.new(server.accept) do |socket|
    request = socket.gets.to_s
    headers = {}
    while (line = socket.gets) && line != "\\r\\n"
      name, value = line.split(':', 2)
      headers[name.downcase] = value.to_s.strip
    end
    # The bytes as they came: JSON that is written again has another signature
    body = socket.read(headers['content-length'].to_i).to_s
    status, text = answer(request, body, headers['${words.header}'].to_s)
    socket.write "HTTP/1.1 #{status} \\r\\nContent-Type: application/json\\r\\nContent-Length: #{text.bytesize}\\r\\nConnection: close\\r\\n\\r\\n#{text}"
    socket.close
  end
end
`;

const php = `<?php
// PHP 7.4 or newer, without packages: save it as receiver.php, then run php -S 127.0.0.1:${words.port} receiver.php
$secret = getenv('${words.secret}') ?: die('Set ${words.secret} in the environment');
$signed = fn(string $data): string => 'sha256=' . base64_encode(hash_hmac('sha256', $data, $secret, true));
header('Content-Type: application/json');

if ($_SERVER['REQUEST_METHOD'] === 'GET') {
    $token = $_GET['crc_token'] ?? null;
    if (!is_string($token)) {
        http_response_code(400);
        return;
    }
    echo json_encode(['response_token' => $signed($token)], JSON_UNESCAPED_SLASHES);
    return;
}

// The bytes as they came: JSON that is written again has another signature
$body = file_get_contents('php://input');
// hash_equals takes the same time wherever they differ
if (!hash_equals($signed($body), $_SERVER['HTTP_${words.header.toUpperCase().replaceAll('-', '_')}'] ?? '')) {
    http_response_code(401);
    return;
}
error_log('delivery ' . $body);
`;

const java = `// Java 11 or newer, without packages: save it as Receiver.java, then run java Receiver.java
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Objects;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Receiver {
    static final String SECRET = Objects.requireNonNull(System.getenv("${words.secret}"), "Set ${words.secret} in the environment");

    static String signed(byte[] data) throws IOException {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return "sha256=" + Base64.getEncoder().encodeToString(mac.doFinal(data));
        } catch (GeneralSecurityException impossible) {
            throw new IOException(impossible);
        }
    }

    static String token(String query) {
        for (var pair : Objects.requireNonNullElse(query, "").split("&"))
            if (pair.startsWith("crc_token=")) return URLDecoder.decode(pair.substring(10), StandardCharsets.UTF_8);
        return null;
    }

    static void receive(HttpExchange exchange) throws IOException {
        if (exchange.getRequestMethod().equals("GET")) {
            var token = token(exchange.getRequestURI().getRawQuery());
            if (token == null) answer(exchange, 400, "");
            else answer(exchange, 200, "{\\"response_token\\":\\"" + signed(token.getBytes(StandardCharsets.UTF_8)) + "\\"}");
            return;
        }
        // The bytes as they came: JSON that is written again has another signature
        var body = exchange.getRequestBody().readAllBytes();
        var came = Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst("${words.header}"), "");
        // MessageDigest.isEqual takes the same time wherever they differ
        var isRight = MessageDigest.isEqual(signed(body).getBytes(StandardCharsets.UTF_8), came.getBytes(StandardCharsets.UTF_8));
        if (isRight) System.out.println("delivery " + new String(body, StandardCharsets.UTF_8));
        answer(exchange, isRight ? 200 : 401, "");
    }

    static void answer(HttpExchange exchange, int status, String text) throws IOException {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    public static void main(String[] args) throws IOException {
        var port = Integer.parseInt(System.getenv().getOrDefault("${words.PORT}", "${words.port}"));
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.createContext("/", Receiver::receive);
        server.start();
        System.out.println("Listening on http://127.0.0.1:" + port);
    }
}
`;

const csharp = `// .NET 6 or newer, or Mono 6, without packages: the Program.cs of a console project, then dotnet run
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;

class Receiver
{
    static readonly string Secret = Environment.GetEnvironmentVariable("${words.secret}") ?? throw new Exception("Set ${words.secret} in the environment");

    static string Signed(byte[] data) =>
        "sha256=" + Convert.ToBase64String(new HMACSHA256(Encoding.UTF8.GetBytes(Secret)).ComputeHash(data));

    // Takes the same time wherever they differ
    static bool IsSame(string a, string b)
    {
        var difference = a.Length ^ b.Length;
        for (var at = 0; at < a.Length && at < b.Length; at++) difference |= a[at] ^ b[at];
        return difference == 0;
    }

    static Tuple<int, string> Answer(string[] request, byte[] body, string came)
    {
        if (request[0] == "GET")
        {
            var token = request[1].Split('?').Last().Split('&').FirstOrDefault(pair => pair.StartsWith("crc_token="));
            if (token == null) return Tuple.Create(400, "");
            var value = Uri.UnescapeDataString(token.Substring("crc_token=".Length).Replace("+", " "));
            return Tuple.Create(200, "{\\"response_token\\":\\"" + Signed(Encoding.UTF8.GetBytes(value)) + "\\"}");
        }
        if (!IsSame(came, Signed(body))) return Tuple.Create(401, "");
        Console.WriteLine("delivery " + Encoding.UTF8.GetString(body));
        return Tuple.Create(200, "");
    }

    static string Line(Stream stream)
    {
        var line = new StringBuilder();
        for (var read = stream.ReadByte(); read >= 0 && read != '\\n'; read = stream.ReadByte()) line.Append((char)read);
        return line.ToString().TrimEnd('\\r');
    }

    static void Serve(Stream stream)
    {
        var request = Line(stream).Split(' ');
        var headers = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        for (var line = Line(stream); line != ""; line = Line(stream))
            headers[line.Split(':')[0]] = line.Substring(line.IndexOf(':') + 1).Trim();
        // The bytes as they came: JSON that is written again has another signature
        var length = headers.TryGetValue("Content-Length", out var given) ? int.Parse(given) : 0;
        var body = new BinaryReader(stream).ReadBytes(length);
        var answer = Answer(request, body, headers.TryGetValue("${words.header}", out var came) ? came : "");
        var bytes = Encoding.UTF8.GetBytes("HTTP/1.1 " + answer.Item1 + " \\r\\nContent-Type: application/json\\r\\nContent-Length: "
            + answer.Item2.Length + "\\r\\nConnection: close\\r\\n\\r\\n" + answer.Item2);
        stream.Write(bytes, 0, bytes.Length);
    }

    static void Main()
    {
        var port = int.Parse(Environment.GetEnvironmentVariable("${words.PORT}") ?? "${words.port}");
        // HttpListener would refuse the host name that the platform calls
        var listener = new TcpListener(IPAddress.Loopback, port);
        listener.Start();
        Console.WriteLine("Listening on http://127.0.0.1:" + port);
        while (true)
        {
            using (var client = listener.AcceptTcpClient())
            {
                try { Serve(client.GetStream()); }
                catch (Exception error) { Console.Error.WriteLine(error.Message); }
            }
        }
    }
}
`;

const curl = `# bash with openssl: save it as check.sh. bash check.sh TOKEN answers a challenge;
# bash check.sh BODY-FILE SIGNATURE checks a delivery, whose body was saved byte for byte
# While openssl runs, the list of processes shows the secret
secret=\${${words.secret}:?Set it in the environment}
signed() { printf %s 'sha256='; openssl dgst -sha256 -hmac "$secret" -binary | openssl base64 -A; }

if [ $# -eq 1 ]; then
  printf '{"response_token":"%s"}\\n' "$(printf %s "$1" | signed)"
else
  # Hashes of both are compared: how far they agree says nothing about the signature
  mine=$(signed < "$1" | openssl dgst -sha256 -hmac "$secret")
  came=$(printf %s "$2" | openssl dgst -sha256 -hmac "$secret")
  if [ "$mine" = "$came" ]; then echo right; else echo wrong; exit 1; fi
fi
`;

/** The receiver in each language of Code. */
export const receiverPrograms = {
  curl,
  javascript: ecmascript(false),
  typescript: ecmascript(true),
  python,
  go,
  ruby,
  php,
  java,
  csharp,
} as const;
